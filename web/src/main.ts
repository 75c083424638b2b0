import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { PARTS, partAt, where } from './parts'
import { prefs } from './state/prefs.svelte'

prefs.dress()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => prefs.dress())
// the words and the part that is looked at first come side by side
const part = PARTS[partAt(where())]().catch(() => undefined)
const worded = await prefs.speak(prefs.lang).catch(() => prefs.speak('en')).then(() => true, () => false)
await part

const target = document.getElementById('page')
if (target && worded) mount(App, { target })
// without a word there is nothing to show but this
else if (target) target.textContent = 'The table does not answer: see that it is still running. / La table ne répond pas : voyez si elle tourne encore.'

// where the browser lets a page be kept: on the machine itself, or over https
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker
    .register('/offline.js')
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage({ words: [prefs.lang] }))
    .catch(() => undefined)
}
