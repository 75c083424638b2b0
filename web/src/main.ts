import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { PARTS, partAt, where } from './parts'
import { prefs } from './state/prefs.svelte'

prefs.dress()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => prefs.dress())
// the words and the part that is looked at first come side by side
const part = PARTS[partAt(where())]().catch(() => undefined)
await prefs.speak(prefs.lang).catch(() => prefs.speak('en'))
await part

const target = document.getElementById('page')
if (target) mount(App, { target })
