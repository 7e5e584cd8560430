// Where the lines of a load are that comes from several files: their numbers over all of it, and in each.

/** Numbers that are unique over all sources, and where the line of such a number is. */
export class Places {
  private readonly starts: { name: string; first: number; owner?: object | undefined }[] = []
  private last = 0

  begin(name: string, owner?: object): void {
    this.starts.push({ name, first: this.last, owner })
  }

  get areSeveral(): boolean {
    return this.starts.length > 1
  }

  /** What the source of a line was begun for. */
  ownerOf(number: number): object | undefined {
    return this.starts.findLast(({ first }) => first < number)?.owner
  }

  /** The number of a line of the source that began last. */
  number(line: number): number {
    const { first } = this.starts.at(-1)!
    this.last = Math.max(this.last, first + line)
    return first + line
  }

  of(number: number): { file?: string; line: number } {
    const found = this.starts.findLast(({ first }) => first < number)
    if (!found) return { line: number }
    return { ...(this.areSeveral && { file: found.name }), line: number - found.first }
  }

  /** The name of a file once, before its lines. */
  text(numbers: readonly number[]): string {
    const groups = Map.groupBy(
      numbers.map(number => this.of(number)),
      ({ file }) => file,
    )
    return [...groups]
      .map(([file, found]) => {
        const lines = found.map(({ line }) => line).join(', ')
        return `${file === undefined ? '' : `${file} `}line${found.length > 1 ? 's' : ''} ${lines}`
      })
      .join(', ')
  }
}
