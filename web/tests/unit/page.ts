/** What a page has and a test has not: to be met before what reads it is imported. */
import { vi } from 'vitest'

vi.stubGlobal('location', { search: '?lang=en' })
vi.stubGlobal('navigator', { language: 'en' })
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
vi.stubGlobal('document', { documentElement: { dataset: {}, style: {}, setPointerCapture: () => undefined }, baseURI: 'http://table/' })
