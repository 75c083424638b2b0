/** Several players at one device: whose are the secrets on the screen, and how it is passed on. */
export interface Curtain {
  /** The seats that are held by this device, all of them. */
  readonly own: readonly string[]
  /** From now on there is a curtain between them, or none. */
  draw(on: boolean): void
  /** Nothing of the table is on the page until the next says that he is there. */
  pass(to?: string): void
}
