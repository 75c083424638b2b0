import { describe, expect, it } from 'vitest'
import { Names, runs } from '../../src/state/names'
import type { Piece } from '../../src/wire'
import { words } from './golden'

const unit = (name: string): Piece => ({ kind: 'Piece', id: 'R1', type: 'unit', owner: 'red', controller: 'red', command: 'R1', unit: name })

describe('names of units', () => {
  const names = new Names(words('fr'))

  it('follow the page where the sheet is shipped', () => {
    expect(names.kind(unit('medic'))).toBe('Médecin')
  })

  it('tell a model by its kind, and one that is all of its unit as that', () => {
    const model = (type: string, name: string): Piece => ({ ...unit(name), id: 'R1.2', type })
    expect(names.stand(model('line_sergeant', 'line_infantry'))).toBe('Sergent de ligne R1.2')
    expect(names.stand(model('medic', 'medic'))).toBe('Médecin R1')
    expect(names.stand(model('line_sergeant', 'own:Guns'))).toBe('Guns R1.2')
    expect(names.written(model('line_sergeant', 'line_infantry'))).toBe('R1.2')
  })

  it('stay as they came where a player brought the sheet', () => {
    expect(names.kind(unit('own:Medic'))).toBe('Medic')
    expect(names.stand(unit('own:Squad of 5: guns'))).toBe('Squad of 5: guns R1')
  })
})

it('writes ids that follow one another as a range', () => {
  expect(runs(['R1', 'R2', 'R3', 'R7', 'B1'])).toBe('R1–R3, R7, B1')
})
