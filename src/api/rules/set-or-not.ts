// Sets a property of a record or its Facts only where there is a value.

/** Sets a property, or deletes it where there is no value. */
export function setOrNot<T extends object, K extends keyof T>(target: T, name: K, value?: T[K]): void {
  if (value === undefined) Reflect.deleteProperty(target, name)
  else target[name] = value
}
