// `muster settings`: every setting, what is in force and what it means.
import { describeSettings } from '../settings.ts'
import { type Command, table } from './command.ts'

export const settingsCommand: Command = {
  synopsis: 'settings',
  examples: ['./muster settings', './muster settings --json'],
  run: async ({ output }) => {
    const rows = describeSettings()
    output.result(rows, () =>
      table(
        ['Setting', 'Value', 'Meaning'],
        rows.map(row => [row.name, row.value === '' ? '(empty)' : row.value, row.meaning]),
      ),
    )
    return undefined
  },
}
