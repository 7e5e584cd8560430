// A JSON value as YAML: objects and lists by indentation, every text in double quotes as JSON writes it, which YAML reads
// alike.
export const yamlOf = (value: unknown): string => `${blockOf(value, '')}\n`.trimStart()

/** What comes after a key or a dash: on the same line where it is plain or empty, else on lines of its own. */
function blockOf(value: unknown, indent: string): string {
  if (value === null || typeof value !== 'object') return ` ${JSON.stringify(value)}`
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  if (entries.length === 0) return Array.isArray(value) ? ' []' : ' {}'
  const lines = entries.map(([name, inner]) => {
    if (!Array.isArray(value)) return `${indent}${keyOf(name)}:${blockOf(inner, `${indent}  `)}`
    const block = blockOf(inner, `${indent}  `)
    // The first line of what is in a list stands beside its dash.
    return `${indent}-${block.startsWith('\n') ? ` ${block.trimStart()}` : block}`
  })
  return `\n${lines.join('\n')}`
}

/** Words that YAML 1.1 takes for something else are quoted, and so is whatever has a sign in it. */
const keyOf = (name: string) =>
  /^[a-z_][\w-]*$/i.test(name) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(name)
    ? name
    : JSON.stringify(name)
