import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { prefs } from './state/prefs.svelte'

prefs.dress()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => prefs.dress())
await prefs.speak(prefs.lang).catch(() => prefs.speak('en'))

const target = document.getElementById('page')
if (target) mount(App, { target })
