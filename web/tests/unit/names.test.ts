import { describe, expect, it } from 'vitest'
import { Names } from '../../src/state/names'
import type { Piece } from '../../src/wire'
import { words } from './golden'

const unit = (name: string): Piece => ({ kind: 'Piece', id: 'R1', type: 'unit', owner: 'red', controller: 'red', command: 'R1', unit: name })

describe('names of units', () => {
  const names = new Names(words('fr'))

  it('follow the page where the sheet is shipped', () => {
    expect(names.kind(unit('medic'))).toBe('Médecin')
  })

  it('stay as they came where a player brought the sheet', () => {
    expect(names.kind(unit('own:Medic'))).toBe('Medic')
    expect(names.stand(unit('own:Squad of 5: guns'))).toBe('Squad of 5: guns R1')
  })
})
