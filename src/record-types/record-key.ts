// The type and id of a record as one text: by it maps find records of several types, and columns say whom a record mentions.

export const recordKey = ({ type, id }: { type: string | { type: string }; id: string }): string =>
  `${typeof type === 'string' ? type : type.type}:${id}`
