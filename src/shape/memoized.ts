// What follows from a declaration is worked out once, and kept for as long as the declaration.

export function memoized<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>()
  return key => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}
