// Finds circles among files: those that, by what they import, all lead to one another.

/** What each file imports, by its path. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Tarjan's strongly connected components, those of more than one file. */
export function circlesIn(imports: Imports): string[][] {
  const circles: string[][] = []
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): number => {
    const place = order.size
    order.set(file, place)
    low.set(file, place)
    open.push(file)
    for (const other of imports.get(file) ?? []) {
      if (!imports.has(other)) continue
      const reached = order.has(other) ? (open.includes(other) ? order.get(other)! : place) : visit(other)
      low.set(file, Math.min(low.get(file)!, reached))
    }
    if (low.get(file) === place) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low.get(file)!
  }
  for (const file of imports.keys()) if (!order.has(file)) visit(file)
  return circles
}
