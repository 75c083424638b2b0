/** What a panel asks of the table around it. */
export type Deed =
  | { do: 'lift'; pieces?: readonly string[] }
  | { do: 'confirm' }
  | { do: 'cancel' }
  | { do: 'grow' }
  | { do: 'suggest' }
  | { do: 'offers' }
  | { do: 'take'; action: import('../wire').Action }
  | { do: 'from-tray'; pieces: readonly string[] }
