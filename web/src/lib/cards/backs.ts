// The colour and the sign on the back of each game's cards. A game without a line here has the plain back.

export interface BackLook {
  readonly colour: string;
  /** In the medallion, which is 51 wide around 50, 70. */
  readonly sign: string;
  /** The sign is a line and not an area. */
  readonly line?: boolean;
}

const PLAIN: BackLook = { colour: "#6E3F22", sign: "M50 55 62 70 50 85 38 70Z" };

const BACKS: Readonly<Record<string, BackLook>> = {
  push: { colour: "#14604A", sign: "M50 54 66 70H57V86H43V70H34Z" },
  quinto: { colour: "#22507F", sign: "M50 54.3 65 65.5 59.3 83.400H40.700L35 65.500Z" },
  hexa: { colour: "#5A3A85", sign: "M50 53 65 61.500V78.500L50 87 35 78.500V61.500Z", line: true },
  trio: { colour: "#94381F", sign: "M43 60a7 7 0 1 0 14 0a7 7 0 1 0-14 0ZM34 76a7 7 0 1 0 14 0a7 7 0 1 0-14 0ZM52 76a7 7 0 1 0 14 0a7 7 0 1 0-14 0Z" },
};

export function backOf(game: string | undefined): BackLook {
  return BACKS[game ?? ""] ?? PLAIN;
}
