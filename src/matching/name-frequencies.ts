// How common a name is, as a share of all people: two Smiths say less than two Cadwalladers. Estimated from public
// rankings for Britain, Ireland and the countries that site workers come from; only the magnitude matters.

const firstNames = `
.025 mohammed muhammad
.022 john david
.018 michael james
.015 paul robert thomas daniel
.012 andrew mark stephen peter william christopher
.010 richard adam jack matthew anthony ahmed
.008 ali patrick kevin joseph sean liam ryan jamie lee craig
.007 simon gary ian martin alan piotr krzysztof andrei ion
.006 mary sarah emma maria anna george alexander marius pawel tomasz marcin michal`

const lastNames = `
.012 smith
.010 jones
.008 williams khan
.007 taylor brown davies singh
.006 evans wilson thomas murphy kelly patel
.005 johnson roberts walker wright robinson thompson white hughes ahmed ali
.004 edwards green hall wood harris lewis martin jackson clarke clark turner hill begum hussain
.003 osullivan walsh obrien byrne ryan oconnor oneill reilly doyle mccarthy gallagher popescu popa nowak kaur
.002 cooper ward morris moore king scott allen young mitchell anderson james campbell stewart kennedy lynch murray kowalski wisniewski ionescu ivanov shevchenko`

/** The share of a name that is not listed. */
const unknown = { first: 0.004, last: 0.0007 }

const read = (text: string) =>
  new Map(
    text
      .trim()
      .split('\n')
      .flatMap(line => {
        const [share, ...names] = line.split(' ')
        return names.map(name => [name, Number(share)] as const)
      }),
  )
const known = { first: read(firstNames), last: read(lastNames) }

export const frequencyOf = (which: 'first' | 'last', name: string): number =>
  known[which].get(name) ?? unknown[which]
