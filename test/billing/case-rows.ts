// The rows of the cases in docs/billing-checks.md, and how a finding is written in one.
import { readFileSync } from 'node:fs'
import type { BillingFinding } from '../../src/api/billing-checks/books.ts'
import { moneyText } from '../../src/formats/number-text.ts'

/** What a row says after its case: code and severity, expected, found, amount. */
export type Cells = readonly [string, string, string, string]

const valueText = (value: number, unit: string) =>
  unit === 'pounds' ? moneyText(value) : `${value} ${value === 1 ? unit.slice(0, -1) : unit}`

export function cellsOf(findings: readonly BillingFinding[]): Cells {
  const cell = (text: (finding: BillingFinding) => string) => findings.map(text).join('; ')
  return [
    findings.length === 0 ? 'none' : cell(({ code, severity }) => `\`${code}\`, ${severity}`),
    cell(({ expected, unit }) => valueText(expected, unit)),
    cell(({ found, unit }) => valueText(found, unit)),
    cell(({ amount }) => moneyText(amount)),
  ]
}

export type Row = { section: string; name: string; cells: Cells; why: string }

/** Of the section "Cases". */
export function rowsOf(page: string): Row[] {
  const cases = readFileSync(page, 'utf8').split('\n## Cases\n')[1]!.split('\n## ')[0]!
  return cases.split('\n### ').flatMap(part => {
    const [section = '', ...lines] = part.split('\n')
    const table = lines.filter(line => line.startsWith('| ')).slice(1)
    return table.map(line => {
      const [, name = '', code = '', expected = '', found = '', amount = '', why = ''] = line
        .split('|')
        .map(cell => cell.trim())
      return { section, name, cells: [code, expected, found, amount], why }
    })
  })
}
