// SQL as text and parameters: in this template a value can only become a parameter, and a name only pass
// through name(). Fragments nest.

export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }

  /** The statement with $1, $2 … and the parameters in that order. */
  compile(): { text: string; parameters: unknown[] } {
    const parameters: unknown[] = []
    return { text: this.write(parameters), parameters }
  }

  private write(parameters: unknown[]): string {
    let text = this.strings[0]!
    for (const [index, value] of this.values.entries()) {
      if (value instanceof Sql) text += value.write(parameters)
      else text += `$${parameters.push(value)}`
      text += this.strings[index + 1]!
    }
    return text
  }
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]) => new Sql(strings, values)

export const none = new Sql([''], [])

export function name(text: string): Sql {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(text)) throw new Error(`"${text}" cannot be a name in SQL`)
  return new Sql([`"${text}"`], [])
}

export const and = (conditions: readonly Sql[]) => join(conditions, ' and ')
export const or = (conditions: readonly Sql[]) => join(conditions, ' or ')
export const commas = (pieces: readonly Sql[]) => join(pieces, ', ')
export const unionAll = (selects: readonly Sql[]) => join(selects, ' union all ')

/** Rows to select from: a list of texts for each of these properties. */
export const unnested = <R extends object>(rows: readonly R[], ...columns: readonly (keyof R)[]): Sql =>
  sql`unnest(${commas(columns.map(column => sql`${rows.map(row => row[column] ?? null)}::text[]`))})`

export function join(pieces: readonly Sql[], separator: ', ' | ' and ' | ' or ' | ' union all '): Sql {
  if (pieces.length === 0) return none
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces)
}
