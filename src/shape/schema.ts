// Makes JSON Schemas as TypeBox does and with its static types, without loading it, which would slow every command down.
import type { TSchema, Type as TypeBox } from 'typebox'

type Builders = Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
>

const optional = '~optional'
const typed =
  (type: string) =>
  (options: object = {}) => ({ type, ...options })

function object(properties: Record<string, TSchema>, options: object = {}) {
  const required = Object.keys(properties).filter(name => !(optional in properties[name]!))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

/** Told by a property that JSON does not show. */
const maybe = (schema: TSchema) =>
  Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), [optional]: { value: true } })

export const Type = {
  Array: (items: TSchema, options: object = {}) => ({ type: 'array', items, ...options }),
  Boolean: typed('boolean'),
  Enum: (values: readonly string[], options: object = {}) => ({ enum: values, ...options }),
  Integer: typed('integer'),
  Literal: (value: string | number | boolean) => ({ type: typeof value, const: value }),
  Null: typed('null'),
  Number: typed('number'),
  Object: object,
  Optional: maybe,
  Record: (_: TSchema, value: TSchema) => ({ type: 'object', patternProperties: { '^.*$': value } }),
  String: typed('string'),
  Union: (anyOf: readonly TSchema[], options: object = {}) => ({ anyOf, ...options }),
  Unknown: (options: object = {}) => ({ ...options }),
  Unsafe: (schema: TSchema) => schema,
} as unknown as Builders
