/** By what a person plays: the mouse, the keys or a finger, whichever was used last. */
export type Way = 'mouse' | 'keys' | 'touch'

const ALONE = ['Shift', 'Control', 'Alt', 'Meta']

class Hands {
  way = $state<Way>(matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse')

  constructor() {
    addEventListener('pointerdown', (event) => (this.way = event.pointerType === 'touch' ? 'touch' : 'mouse'), true)
    addEventListener('keydown', (event) => (this.way = ALONE.includes(event.key) ? this.way : 'keys'), true)
  }
}

export const hands = new Hands()
