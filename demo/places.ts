// The thirteen regions, each with a town to build and live in.
import type { Dice } from './random.ts'
import { idOf } from './random.ts'

export type Place = {
  index: number
  region: string
  city: string
  country: string
  /** What postcodes there begin with. */
  outward: string
  latitude: number
  longitude: number
}

const rows: readonly (readonly [string, string, string, number, number])[] = [
  ['North East', 'Gateshead', 'NE8', 54.9527, -1.6034],
  ['North West', 'Salford', 'M5', 53.4875, -2.2901],
  ['Yorkshire and The Humber', 'Wakefield', 'WF1', 53.6833, -1.4977],
  ['East Midlands', 'Newark-on-Trent', 'NG24', 53.0765, -0.8091],
  ['West Midlands', 'Walsall', 'WS1', 52.5862, -1.9829],
  ['East of England', 'Lowestoft', 'NR32', 52.4811, 1.7534],
  ['London', 'London', 'SE16', 51.4981, -0.0497],
  ['South East', 'Reading', 'RG1', 51.4543, -0.9781],
  ['South West', 'Taunton', 'TA1', 51.0153, -3.1063],
  ['Wales', 'Newport', 'NP20', 51.5842, -2.9977],
  ['Scotland', 'Leith', 'EH6', 55.9753, -3.1701],
  ['Northern Ireland', 'Lisburn', 'BT28', 54.5162, -6.0581],
  ['Republic of Ireland', 'Dublin', 'D24', 53.2859, -6.3733],
]

export const places: readonly Place[] = rows.map(([region, city, outward, latitude, longitude], index) => ({
  index,
  region,
  city,
  country: region === 'Republic of Ireland' ? 'Ireland' : 'United Kingdom',
  outward,
  latitude,
  longitude,
}))

export const placeIn = (region: string): Place => places.find(place => place.region === region)!

export const regionId = (place: Place): string => idOf('region', place.index)

// biome-ignore format: a list of words reads better in rows
const streets = [
  'Alder Row', 'Barrow Lane', 'Cobbler Street', 'Dovecote Road', 'Elmfield Way', 'Foundry Close',
  'Garnet Terrace', 'Hopyard Lane', 'Ironside Road', 'Juniper Court', 'Kiln Street', 'Lockkeeper Walk',
  'Millrace Avenue', 'Nettlebed Road', 'Orchard Rise', 'Paddock Gate', 'Quarry Hill', 'Ropewalk',
]

const inward = 'ABDEFGHJLNPQRSTUWXYZ'

export const streetOf = (dice: Dice): string => `${1 + dice.below(140)} ${dice.pick(streets)}`

export function codeOf(place: Place, dice: Dice): string {
  const two = () => inward[dice.below(inward.length)]
  if (place.country === 'Ireland') return `${place.outward} X${100 + dice.below(900)}`
  return `${place.outward} ${dice.below(10)}${two()}${two()}`
}

/** An invented address near a town's middle. */
export function addressIn(place: Place, dice: Dice) {
  const near = (degrees: number) => Math.round((degrees + (dice.next() - 0.5) / 10) * 10_000) / 10_000
  return {
    lineOne: streetOf(dice),
    ...(dice.chance(20) && { lineTwo: `Flat ${1 + dice.below(30)}` }),
    city: place.city,
    region: place.region,
    country: place.country,
    code: codeOf(place, dice),
    latitude: near(place.latitude),
    longitude: near(place.longitude),
  }
}
