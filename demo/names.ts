// Names and numbers of people who do not exist.
import { Dice } from './random.ts'

type Pool = { nationality: string; men: string; women: string; last: string }

const pools: readonly Pool[] = [
  {
    nationality: 'United Kingdom',
    men: 'Callum Dean Elliot Gareth Harvey Jamie Kieran Lewis Nathan',
    women: 'Alisha Bethan Chloe',
    last: 'Ashdown Birchall Crowther Dunmore Eastwick Fairlamb Garside Hepworth Ingleby Jessop Kirkbride Lomax Mossman Nuttall',
  },
  {
    nationality: 'Poland',
    men: 'Adrian Bartosz Damian Grzegorz Jakub Krzysztof Marek Pawel Tomasz',
    women: 'Agnieszka Kinga Zofia',
    last: 'Bielak Czajka Dudek Gajda Jaworski Kubiak Lisiecki Madej Nowicki Olszak Pietrzak Rogala Sikora Urban',
  },
  {
    nationality: 'United Kingdom',
    men: 'Aaron Bradley Connor Duncan Euan Fraser Graham Imran Tariq',
    women: 'Gemma Hannah Priya',
    last: 'Addo Begum Chaudhry Drummond Erskine Fernandes Galbraith Hussain Iqbal Jardine Kerr Lockhart Muir Okafor',
  },
  {
    nationality: 'Romania',
    men: 'Alin Bogdan Ciprian Dorin Florin Ionut Lucian Marius Sorin',
    women: 'Andreea Ioana Mihaela',
    last: 'Albu Balan Ciobanu Dobre Enache Filip Grigore Iacob Lungu Manole Neagu Oprea Rusu Toma',
  },
  {
    nationality: 'Ireland',
    men: 'Cathal Cormac Declan Eoin Fergal Lorcan Niall Padraig Tadhg',
    women: 'Aoife Grainne Sinead',
    last: "Brosnan Coughlan Devaney Fallon Gallagher Hanrahan Keaveney Looney McGarry O'Dwyer Quigley Rafferty Scanlon Tierney",
  },
  {
    nationality: 'United Kingdom',
    men: 'Craig Darren Edmund Franklin Glen Howard Ivor Joel Leon',
    women: 'Marcia Nadine Olwen',
    last: 'Appleyard Brathwaite Cadwallader Dacosta Edevane Foxcroft Gittens Honeywell Islip Joslin Kenrick Llewelyn Maddocks Nesbit',
  },
  {
    nationality: 'Ukraine',
    men: 'Andriy Bohdan Danylo Ihor Maksym Oleh Petro Serhiy Taras',
    women: 'Iryna Nadiya Oksana',
    last: 'Bondar Chorny Danyliuk Fedorenko Hnatiuk Kovtun Lysenko Moroz Onyshchuk Palamar Rudenko Savchuk Tkach Yurchenko',
  },
  {
    nationality: 'India',
    men: 'Amrit Balbir Gurdeep Harjit Jaspal Kuldeep Manpreet Rajan Sukhdev',
    women: 'Amandeep Kavita Simran',
    last: 'Atwal Bains Chahal Dhaliwal Gill Hundal Johal Kang Mahal Nagra Purewal Rai Sandhu Virk',
  },
]

const drawn = pools.map(({ nationality, men, women, last }) => ({
  nationality,
  first: [
    ...men.split(' ').map(name => [name, 'Male'] as const),
    ...women.split(' ').map(name => [name, 'Female'] as const),
  ],
  last: last.split(' '),
}))

export type Person = {
  firstName: string
  lastName: string
  name: string
  gender: string
  nationality: string
}

/** The first 1,344 people all have different names. */
export function personOf(index: number): Person {
  const pool = drawn[index % drawn.length]!
  const round = Math.floor(index / drawn.length)
  const [firstName, gender] = pool.first[(round * 5) % pool.first.length]!
  const lastName = pool.last[(round + 5 * Math.floor(round / pool.first.length)) % pool.last.length]!
  return { firstName, lastName, name: `${firstName} ${lastName}`, gender, nationality: pool.nationality }
}

const mailName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

export const emailOf = ({ firstName, lastName }: Person, index: number, domain: string): string =>
  `${mailName(firstName)}.${mailName(lastName)}${index}@${domain}.example`

/** Out of the thousand numbers that are kept for drama and belong to nobody. */
export const phoneOf = (kind: string, index: number) => ({
  countryCode: '+44',
  number: String(7_700_900_000 + new Dice(`${kind} phone`, index).below(1000)),
})
