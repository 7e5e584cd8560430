// Properties that are there or not: what has no value is left out of what is stored.

export function setOrNot<T extends object, K extends keyof T>(target: T, name: K, value?: T[K]): void {
  if (value === undefined) Reflect.deleteProperty(target, name)
  else target[name] = value
}
