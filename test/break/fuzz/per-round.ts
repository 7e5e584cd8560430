// What the machine has to know of the fuzz before it loads it.

/** So many requests a round sends, files among them. */
export const requestsPerRound = 40
