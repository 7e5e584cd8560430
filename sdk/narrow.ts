// The type of a row when `fields` asks for less of it.

type Head<P extends string> = P extends `${infer H}.${string}` ? H : P
type Rest<P extends string, K extends string> = P extends `${K}.${infer R}` ? R : never

type Cut<T, P extends string> = T extends readonly (infer I)[]
  ? Cut<I, P>[]
  : T extends object
    ? { [K in keyof T as K extends Head<P> ? K : never]: K extends P ? T[K] : Cut<T[K], Rest<P, K & string>> }
    : T

/** A top-level field, or a path into one. */
export type FieldOf<T> = T extends unknown ? (keyof T & string) | `${keyof T & string}.${string}` : never

/** The row with these fields only; the whole row where none are named. */
export type Narrow<T, F extends readonly string[] | undefined> = F extends readonly string[]
  ? T extends unknown
    ? Cut<T, F[number]>
    : never
  : T
