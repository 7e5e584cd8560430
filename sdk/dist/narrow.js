// The type of a row when `fields` asks for less of it.
export {};
