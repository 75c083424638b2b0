/** Svelte 5 with runes everywhere. */
export default { compilerOptions: { runes: true } }
