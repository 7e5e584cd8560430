// The section of the changelog that is about one version: what a release says of itself.

/** From its heading, `## 1.0.0 – 18 November 2026`, to the next one. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const found = sections.find(section => section.split(/\s/)[1] === version)
  if (!found)
    throw new Error(
      `CHANGELOG.md has no section "## ${version}": give what is under "## Unreleased" that heading`,
    )
  return found.replace(/^## /, '# Muster ').trimEnd().concat('\n')
}
