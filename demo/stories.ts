// Who of the demo's people is not simply cleared for site, one line each: at which company and agency, by which document or
// assignment, and what happened. Days are counted from today. Everybody else holds all that is asked for, for a while yet.
import type { Story } from './world.ts'

// The numbers of companies and agencies in organisations.ts.
const [brackenholt, tarnside, ossulwick] = [0, 1, 2]
const [heronsgill, quillmark, pennywhistle, marrow] = [0, 1, 2, 3]

// biome-ignore format: a table reads better in rows
const starting: readonly Story[] = [
  { at: [brackenholt, heronsgill], of: 'card', ends: -12, startsTomorrow: true, what: 'Was hired for the old card; the new one has not come' },
  { at: [tarnside, heronsgill], of: 'Asbestos Awareness', is: 'missing', startsTomorrow: true, what: 'Is booked on the course of next week' },
  { at: [tarnside, quillmark], of: 'Visa', begins: 5, startsTomorrow: true, what: 'The visa begins some days after the work' },
  { at: [brackenholt, pennywhistle], of: 'card', is: 'missing', startsTomorrow: true, what: 'The card is to be shown at the gate' },
  { at: [brackenholt, quillmark], of: 'Asbestos Awareness', ends: 400, startsTomorrow: true, what: 'Has everything' },
]

// biome-ignore format: a table reads better in rows
const notCleared: readonly Story[] = [
  { at: [brackenholt, heronsgill], of: 'card', ends: -2, what: 'The renewal went to a former address' },
  { at: [tarnside, quillmark], of: 'Asbestos Awareness', ends: -9, what: 'The refresher was called off and not booked again' },
  { at: [brackenholt, quillmark], of: 'Visa', ends: -1, what: 'An application for more time is under way, and its certificate has not come in' },
  { at: [tarnside, heronsgill], of: 'Site induction', ends: -3, what: 'Inductions are good for a year here' },

  { at: [brackenholt, pennywhistle], of: 'Asbestos Awareness', is: 'missing', what: 'Came from a job in the open, where nobody asks for it' },
  { at: [tarnside, heronsgill], of: 'Sentinel PTS', is: 'missing', what: 'Was moved to the railway from a road job' },
  { at: [brackenholt, heronsgill], of: 'First aid', is: 'missing', what: 'This project asks for it, and the last one did not' },
  { at: [tarnside, quillmark], of: 'First aid', ends: -5, what: 'The certificate is good for three years, which are over' },
  { at: [brackenholt, quillmark], of: 'Site induction', is: 'missing', what: 'Began on a day without an induction' },

  { at: [brackenholt, heronsgill], of: 'card', is: 'notConfirmed', what: 'The agency has not asked the scheme yet' },
  { at: [tarnside, quillmark], of: 'card', is: 'notConfirmed', what: 'The scheme could not be reached on the day' },
  { at: [brackenholt, pennywhistle], of: 'card', is: 'notConfirmed', what: 'A second card was sent in, and nobody had it checked' },

  { at: [brackenholt, heronsgill], of: 'Visa', is: 'student', what: 'Studies, and works full weeks in term' },
  { at: [tarnside, heronsgill], of: 'Visa', is: 'student', what: 'Studies, and the hours were raised by the site' },

  { at: [tarnside, marrow], of: 'Visa', begins: 4, what: 'The visa begins next week' },
  { at: [brackenholt, pennywhistle], of: 'Visa', begins: 9, what: 'Changed visas; the new one begins after a gap' },

  { at: [brackenholt, heronsgill], of: 'card', is: 'rejected', what: 'The site refused the card: the picture is of somebody else. The agency is not told' },
  { at: [tarnside, heronsgill], of: 'Asbestos Awareness', is: 'notRead', what: 'The scan cannot be read, and nobody has looked at it since' },
  { at: [brackenholt, quillmark], of: 'Visa', is: 'notFound', what: 'The Home Office has nobody of that share code' },
  { at: [tarnside, marrow], of: 'card', is: 'notOfScheme', what: 'The scheme does not know the number on the card' },
]

// biome-ignore format: a table reads better in rows
const unknown: readonly Story[] = [
  { at: [brackenholt, heronsgill], assignment: 'asksForContract', what: 'The site wants a contract with the agency, which it cannot see' },
  { at: [tarnside, heronsgill], assignment: 'asksForContract', what: 'The same at another company' },
  { at: [brackenholt, quillmark], assignment: 'noTrade', what: 'Was hired as a pair of hands, for no trade in particular' },
  { at: [tarnside, quillmark], assignment: 'unclearRule', what: 'Somebody wrote that most of three courses will do' },
  { at: [brackenholt, heronsgill], assignment: 'notWithAgency', what: 'Left the agency’s books, and still works for it here' },
  { at: [tarnside, heronsgill], assignment: 'notWithAgency', what: 'The same at another company' },
  { at: [brackenholt, heronsgill], of: 'Visa', is: 'notChecked', what: 'The visa came in, and nobody has asked the Home Office' },
  { at: [tarnside, marrow], of: 'Visa', is: 'notChecked', what: 'The same at another company' },
  { at: [brackenholt, pennywhistle], of: 'card', is: 'escalated', what: 'The site has passed the question on to head office' },
  { at: [tarnside, heronsgill], of: 'Asbestos Awareness', is: 'escalated', what: 'The certificate is from a provider that nobody knows' },
  { at: [brackenholt, heronsgill], of: 'Visa', is: 'withoutEnd', what: 'The check says that the visa is limited, and not until when' },
  { at: [tarnside, quillmark], of: 'Visa', is: 'withoutEnd', what: 'The same at another company' },
  { at: [brackenholt, quillmark], of: 'Visa', is: 'student', assignment: 'noPattern', what: 'Studies, and no hours were agreed' },
  { at: [brackenholt, heronsgill], of: 'Visa', is: 'studentWithDates', what: 'Studies; whether it is term stands in a scan' },
  { at: [tarnside, heronsgill], of: 'Visa', is: 'studentWithDates', what: 'Studies, and says that it is holiday time' },
]

const ends = (days: number, company: number, agency: number, of: string): Story => ({
  at: [company, agency],
  of,
  ends: days,
  what: 'Runs out soon',
})

/** Of every kind of document, and at every distance: some beyond the usual thirty days. */
const expiring: readonly Story[] = [
  ends(0, brackenholt, heronsgill, 'card'),
  ends(1, tarnside, quillmark, 'Asbestos Awareness'),
  ends(2, brackenholt, pennywhistle, 'Asbestos Awareness'),
  ends(4, tarnside, heronsgill, 'Visa'),
  ends(6, brackenholt, heronsgill, 'Site induction'),
  ends(7, brackenholt, quillmark, 'card'),
  ends(9, tarnside, marrow, 'card'),
  ends(12, brackenholt, heronsgill, 'First aid'),
  ends(13, tarnside, heronsgill, 'Site induction'),
  ends(16, brackenholt, pennywhistle, 'Visa'),
  ends(19, tarnside, quillmark, 'card'),
  ends(22, brackenholt, heronsgill, 'Asbestos Awareness'),
  ends(26, tarnside, heronsgill, 'Sentinel PTS'),
  ends(29, brackenholt, quillmark, 'Asbestos Awareness'),
  ends(33, tarnside, quillmark, 'Visa'),
  ends(38, brackenholt, marrow, 'card'),
  ends(5, ossulwick, quillmark, 'card'),
  ends(24, ossulwick, pennywhistle, 'Asbestos Awareness'),
]

export const stories: readonly Story[] = [...starting, ...notCleared, ...unknown, ...expiring]
