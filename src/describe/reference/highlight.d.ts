// The types of highlight.js, which browsers are given as it is.
export function escaped(text: string): string
export function highlighted(language: string, text: string): string
