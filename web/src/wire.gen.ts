// Generated from cartable.wire and the games by tools/wire_ts.py (`make wire`). Do not edit.
/* eslint-disable */
export const PROTOCOL = 1;

/** The first message. `since` is the number (n, index) of the last event the client knows of match `match`; with it only the rest is sent, if it can be. `clock` is the step of the device's clock in ms, as far as it can tell. */
export type UpHello = {
  readonly t: "hello";
  readonly v: number;
  readonly match?: string | null;
  readonly since?: readonly [number, number] | null;
  readonly clock?: number;
  readonly key?: string | null;
  readonly screen?: boolean;
};

/** Act number `k` of this seat. `saw` is the last act number whose events are painted, `c` the device's own time from that paint to the pointer going down, in ms. Sending it again is harmless. */
export type UpAct = {
  readonly t: "act";
  readonly k: number;
  readonly act: string;
  readonly saw?: number | null;
  readonly c?: number | null;
};

/** Would this act be accepted now? Nothing is done. */
export type UpAsk = {
  readonly t: "ask";
  readonly q: number;
  readonly act: string;
};

/** The events of act `n` are painted. */
export type UpSeen = {
  readonly t: "seen";
  readonly n: number;
};

/** The answer to `ping`, first thing in the client's handler. */
export type UpPong = {
  readonly t: "pong";
  readonly p: number;
};

/** A trailing frame after an act: it makes a lost packet be noticed sooner and says nothing. */
export type UpTail = {
  readonly t: "";
};

/** Before a deal: the hash of the nonce this device will add. */
export type UpNonceHash = {
  readonly t: "nonce-hash";
  readonly deal: number;
  readonly hash: string;
};

/** After all hashes went out in the header: the nonce itself. */
export type UpNonce = {
  readonly t: "nonce";
  readonly deal: number;
  readonly nonce: string;
};

/** Show everybody at the table how one feels: a picture, or a phrase that each reads in their own language. */
export type UpReact = {
  readonly t: "react";
  readonly what: "again" | "angry" | "clock" | "close-one" | "fire" | "good-luck" | "good-night" | "heart" | "hello" | "laugh" | "one-moment" | "oops" | "sad" | "sorry" | "star" | "thanks" | "unlucky" | "well-played" | "what-luck" | "wow";
};

/** Somebody at the table. `bars` is the quality of their connection, 0 (gone) to 4. */
export type PlaceInfo = {
  readonly id: number;
  readonly name: string;
  readonly kind: "bot" | "human";
  readonly level?: string;
  readonly face?: string;
  readonly ready?: boolean;
  readonly seat?: number | null;
  readonly present?: boolean;
  readonly stood_in?: boolean;
  readonly bars?: number;
  readonly watches?: boolean;
  readonly head_start?: number;
};

/** How somebody has done at this table: a point for every player beaten, and first, second and third places. */
export type EveningPlayerInfo = {
  readonly name: string;
  readonly kind?: "bot" | "human";
  readonly face?: string;
  readonly points?: number;
  readonly matches?: number;
  readonly medals?: readonly [number, number, number];
};

/** A match that was played to its end here, and who won it. */
export type EveningMatchInfo = readonly [id: string, game: string, winners: readonly string[]];

/** What this table has played: the tally, best first, and its matches, oldest first. */
export type EveningInfo = {
  readonly players?: readonly EveningPlayerInfo[];
  readonly matches?: readonly EveningMatchInfo[];
};

/** The table as everybody may know it. */
export type TableInfo = {
  readonly code: string;
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly public: boolean;
  readonly locked: boolean;
  readonly host: number | null;
  readonly places: readonly PlaceInfo[];
  readonly least: number;
  readonly most: number;
  readonly spectators: number;
  readonly lives_until: number;
  readonly phase?: "dealing" | "lobby" | "over" | "playing";
  readonly paused?: boolean;
  readonly stopped?: boolean;
  readonly players?: readonly string[];
  readonly head_starts?: readonly number[];
  readonly calm?: boolean;
  readonly deal_number?: string;
  readonly match?: string | null;
  readonly commitment?: string | null;
  readonly header?: string | null;
  readonly order?: "came" | "host" | "lots";
  readonly evening?: EveningInfo;
  readonly sent_away?: readonly string[];
};

/** What a seat sees of the match and may do: all that a board is drawn from. */
export type Shown = {
  readonly view: unknown;
  readonly legal?: readonly string[];
  readonly preview?: unknown;
};

/** An event and its number. */
export type NumberedEvent = readonly [n: number, index: number, event: unknown];

/** One contested call: the accepted time, how sure it is, and the verdict. */
export type ReceiptInfo = {
  readonly seat: number;
  readonly call: string;
  readonly time: number;
  readonly give: number;
  readonly verdict: "first" | "later" | "tie";
  readonly gap?: number;
  readonly head_start?: number;
};

/** The answer to `hello`: the table, and which place the client has at it (none: a spectator). */
export type Welcome = {
  readonly t: "welcome";
  readonly v: number;
  readonly table: TableInfo;
  readonly place?: number | null;
  readonly k?: number;
};

/** The whole match, up to event `at`. Sent at the start, and to clients that missed too much. */
export type Snapshot = {
  readonly t: "snapshot";
  readonly match: string;
  readonly n: number;
  readonly at: readonly [number, number];
  readonly shown: Shown;
  readonly log?: readonly NumberedEvent[];
  readonly resumed?: boolean;
  readonly outcome?: unknown;
  readonly stood_in?: readonly number[];
  readonly time_left?: number | null;
};

/** What happened, and what has changed in what the seat sees. */
export type Update = {
  readonly t: "update";
  readonly n: number;
  readonly events?: readonly NumberedEvent[];
  readonly patch?: unknown;
  readonly legal?: readonly string[];
  readonly preview?: unknown;
  readonly receipts?: readonly ReceiptInfo[];
  readonly outcome?: unknown;
  readonly stood_in?: boolean;
  readonly race?: boolean;
};

/** The answer to act `k`: one of four, always. `about` are the details of a refusal for its sentence. */
export type Answer = {
  readonly t: "answer";
  readonly k: number;
  readonly answer: "accepted" | "already-judged" | "late" | "refused";
  readonly n?: number | null;
  readonly code?: string;
  readonly rule?: string;
  readonly about?: Readonly<Record<string, string | number>>;
};

/** The answer to `ask`: without a code it would be accepted. */
export type Opinion = {
  readonly t: "opinion";
  readonly q: number;
  readonly code?: string;
  readonly rule?: string;
  readonly about?: Readonly<Record<string, string | number>>;
};

/** Answer at once with `pong`. */
export type Ping = {
  readonly t: "ping";
  readonly p: number;
};

/** A trailing frame after a raced card; nothing to do. */
export type Tail = {
  readonly t: "";
};

/** The table as it is now: somebody came, went, got ready; the match began or ended. */
export type TableChanged = {
  readonly t: "table";
  readonly table: TableInfo;
};

/** A deal is being prepared: send `nonce-hash` for it. `restarts` counts those broken off by a withheld nonce. */
export type DealBegins = {
  readonly t: "deal";
  readonly deal: number;
  readonly commitment: string;
  readonly restarts?: number;
  readonly withheld?: readonly number[];
};

/** All hashes are in: here is the header they stand in; keep its hash, then send `nonce`. */
export type DealHeader = {
  readonly t: "header";
  readonly deal: number;
  readonly line: string;
  readonly hash: string;
};

/** The cards are dealt: the match starts `after` ms from the arrival of this, by what is known of the connection. So all count down to one and the same moment. */
export type MatchStarts = {
  readonly t: "starts";
  readonly after: number;
};

/** Until when the table waits for somebody, in ms from the arrival of this, and how long it waits in all. */
export type WaitInfo = {
  readonly seat: number;
  readonly why: "absent" | "slow";
  readonly after: number;
  readonly whole: number;
};

/** For whom the table waits, and how long; empty: for nobody in particular. */
export type Waiting = {
  readonly t: "waiting";
  readonly waits?: readonly WaitInfo[];
};

/** Somebody at the table shows how they feel. `what` is one of `up.Reaction`. */
export type Reacted = {
  readonly t: "reacted";
  readonly place: number;
  readonly what: string;
};

/** Somebody asks this player to go on. */
export type Nudged = {
  readonly t: "nudged";
  readonly by: number;
};

/** The server closes the connection. `newer`: the seat was opened elsewhere; `reload`: the page is too old; `too-many`: messages; `too-many-sockets`: of one address; `too-many-guesses`: no more codes may be tried from there, and the key opens no place. */
export type Goodbye = {
  readonly t: "bye";
  readonly why: "bad-message" | "closed" | "kicked" | "newer" | "reload" | "silent" | "stopping" | "too-many" | "too-many-guesses" | "too-many-sockets" | "too-many-spectators";
  readonly about?: string;
};

/** What a table may set about people and time; what is left out stays as it is. */
export type Settings = {
  readonly race_grace_s?: number;
  readonly turn_grace_s?: number;
  readonly auto_s?: number;
  readonly turn_limit_s?: number;
  readonly stand_in?: "easy" | "expert" | "fair" | "random" | "strong";
  readonly hints?: boolean;
  readonly bot_pause_s?: number;
  readonly odds?: boolean;
  readonly paces?: Readonly<Record<string, number>>;
  readonly handicap?: "hand" | "learnt" | "off";
  readonly head_starts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly deal_number?: string;
};

/** A table to open. With a name, whoever opens it also takes the first place. */
export type NewTable = {
  readonly game: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly settings?: Settings;
  readonly public?: boolean;
  readonly name?: string | null;
  readonly face?: string;
};

/** What the host may change between matches: the game, its options, the settings, whether the table is listed. */
export type Change = {
  readonly game?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly settings?: Settings;
  readonly public?: boolean;
};

/** Take a place. */
export type Sit = {
  readonly name: string;
  readonly face?: string;
};

/** A bot for the table. Without a name it gets one, without a level it is of level `match`. */
export type AddBot = {
  readonly level?: "easy" | "expert" | "fair" | "random" | "strong" | "match" | null;
  readonly name?: string | null;
  readonly places?: number | null;
};

/** Send somebody away, or remove a bot. */
export type Kick = {
  readonly place: number;
};

/** Ask somebody who is waited for to go on. */
export type Nudge = {
  readonly place: number;
};

/** Let nobody else sit down, or again everybody. */
export type Lock = {
  readonly locked: boolean;
};

/** Say that one is ready, or take it back. */
export type Ready = {
  readonly ready: boolean;
};

/** All places in the order in which they are to sit; without them lots are drawn. */
export type SeatOrder = {
  readonly places?: readonly number[] | null;
};

/** The secret of a personal link, for the cookie. */
export type Rejoin = {
  readonly key: string;
};

/** A place that is one's own: `key` opens it (as a bearer token, or in a personal link's fragment). */
export type PlaceKey = {
  readonly place: number;
  readonly key: string;
  readonly table: TableInfo;
};

/** A new table, and the place at it if one was asked for. */
export type Opened = {
  readonly table: TableInfo;
  readonly place?: number | null;
  readonly key?: string | null;
};

/** The address under which other devices reach a table, or a match that is over. */
export type Invitation = {
  readonly link: string;
};

/** A table and one's own place at it: without a place one has left, or was sent away. */
export type OwnPlace = {
  readonly table: TableInfo;
  readonly place?: number | null;
  readonly to_act?: boolean;
};

/** A table in the public list. */
export type TableLine = {
  readonly code: string;
  readonly game: string;
  readonly phase: "dealing" | "lobby" | "over" | "playing";
  readonly players: number;
  readonly most: number;
  readonly locked: boolean;
};

/** One option of a game: the rule that explains it and what it can be. */
export type OptionInfo = {
  readonly name: string;
  readonly default: unknown;
  readonly rule: string;
  readonly values?: readonly unknown[] | null;
  readonly least?: number | null;
  readonly most?: number | null;
};

/** A game one can play here. */
export type GameInfo = {
  readonly id: string;
  readonly rules_version: number;
  readonly least: number;
  readonly most: number;
  readonly tempo: "calls" | "hands" | "turns";
  readonly options: readonly OptionInfo[];
  readonly levels: readonly string[];
  readonly hints: boolean;
  readonly puzzles: number;
};

/** What went into one shuffle, sorted: with the key of the match anybody can make the same shuffle. */
export type Shuffled = {
  readonly verb: string;
  readonly shuffle: number;
  readonly among: readonly string[];
};

/** Which place of which shuffle the dealer had to show. */
export type Drawn = readonly [verb: string, shuffle: number, slot: number];

/** One act of a match that is over; `patch` and `preview` change the view and the preview before it. */
export type ReplayFrame = {
  readonly n: number;
  readonly seat: number;
  readonly act: string;
  readonly at_ms: number;
  readonly events?: readonly NumberedEvent[];
  readonly patch?: unknown;
  readonly preview?: unknown;
  readonly by?: string;
  readonly receipt?: unknown;
  readonly due?: Drawn | null;
};

/** A match that is over: the view before the first act, as seen by one seat or by a spectator, then act by act. */
export type Replay = {
  readonly id: string;
  readonly header: unknown;
  readonly line: string;
  readonly hash: string;
  readonly view: unknown;
  readonly preview: unknown;
  readonly frames: readonly ReplayFrame[];
  readonly shuffles: readonly Shuffled[];
  readonly outcome: unknown;
  readonly reveal: unknown;
};

/** What an expert would do now, and why: the sentence `hint.<why>` of the game, filled with `about`. */
export type Hint = {
  readonly act: string;
  readonly why: string;
  readonly about: Readonly<Record<string, string | number | readonly string[]>>;
};

/** A position in which one act is clearly best, as the seat to move sees it. */
export type PosedPuzzle = {
  readonly game: string;
  readonly number: number;
  readonly count: number;
  readonly seats: number;
  readonly seat: number;
  readonly options: unknown;
  readonly view: unknown;
  readonly preview: unknown;
  readonly acts: readonly string[];
  readonly worths: readonly number[];
  readonly won: readonly [number, number];
  readonly of: number;
};

/** Why a match was won: the sentence `story.<why>` of the game, filled with `about`; empty: nothing to add. */
export type WinStory = {
  readonly why: string;
  readonly about: Readonly<Record<string, string | number>>;
};

/** A choice somebody had in act `n`: what it was worth, and the best there was. */
export type Decision = {
  readonly n: number;
  readonly seat: number;
  readonly act: string;
  readonly worth: number;
  readonly best: string;
  readonly best_worth: number;
  readonly sure: boolean;
};

/** How everybody stood after act `n`, by seat. */
export type Standing = {
  readonly n: number;
  readonly standing: readonly number[];
};

/** Luck and skill in a match that is over: `chance` counts shares of the victory, `points` a match alone. */
export type Analysis = {
  readonly unit: "chance" | "points";
  readonly decisions: readonly Decision[];
  readonly moments: readonly Standing[];
  readonly lost: readonly number[];
  readonly gained: readonly number[];
  readonly luck: readonly number[];
};

/** A match log that was taken in. Not verified: `why`. */
export type Imported = {
  readonly id: string;
  readonly verified: boolean;
  readonly why?: string;
};

/** The one shape of every error. `code` has a sentence in the catalogue; `expected` is for developers. */
export type Problem = {
  readonly code: string;
  readonly rule?: string;
  readonly about?: Readonly<Record<string, string | number>>;
  readonly expected?: string;
};

/** A player of a match: the points, or in games without them the players beaten, and by how much they are above the mean of the seat. */
export type DealSeatInfo = {
  readonly name: string;
  readonly kind: "bot" | "human";
  readonly points: number;
  readonly above: number;
  readonly level?: string;
};

/** Two seats of a match: by how much the first one's lead over the second is above the mean lead of these seats. */
export type DealPairInfo = readonly [first: number, second: number, above: number];

/** A match among those with the same cards. `given`: somebody knew its number, and could know the cards. */
export type DealMatchInfo = {
  readonly id: string;
  readonly ended: number;
  readonly given: boolean;
  readonly seats: readonly DealSeatInfo[];
  readonly pairs: readonly DealPairInfo[];
};

/** Matches with the same cards, oldest first, and the mean of each seat. */
export type DealInfo = {
  readonly number: string;
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly means: readonly number[];
  readonly matches: readonly DealMatchInfo[];
};

/** Somebody's results over all these deals, added up. */
export type DealTotalInfo = {
  readonly name: string;
  readonly kind: "bot" | "human";
  readonly matches: number;
  readonly above: number;
};

/** How everybody did with the same cards. Matches are compared that have their deal number, game, rules version, options and count of players in common. */
export type DealResults = {
  readonly deals: readonly DealInfo[];
  readonly totals: readonly DealTotalInfo[];
};

/** How a match ended: why, and everybody's place. `scores` is None in games that are won without points. */
export type Outcome = {
  readonly reason: string;
  readonly ranks: readonly number[];
  readonly scores?: readonly number[] | null;
};

export type UpMessage = UpHello | UpAct | UpAsk | UpSeen | UpPong | UpTail | UpNonceHash | UpNonce | UpReact;

export type DownMessage = Welcome | Snapshot | Update | Answer | Opinion | Ping | Tail | TableChanged | DealBegins | DealHeader | MatchStarts | Waiting | Reacted | Nudged | Goodbye;

/** A player's cards, face up and protected, each sorted (PUSH-17, PUSH-32). */
export type PushZone = {
  readonly shown: readonly string[];
  readonly protected: readonly string[];
};

/** The table as a seat sees it. `left` counts the cards still in the pile, which everybody could have noted. */
export type PushView = {
  readonly seat: number | null;
  readonly phase: "turn" | "deal" | "place" | "roll" | "share" | "over";
  readonly to_move: readonly number[];
  readonly active: number;
  readonly chooser: number;
  readonly pile: number;
  readonly left: Readonly<Record<string, number>>;
  readonly columns: readonly (readonly string[])[];
  readonly drawn: string;
  readonly switches: number;
  readonly zones: readonly PushZone[];
  readonly scores: readonly number[];
  readonly risk: boolean;
  readonly lanes: number;
};

/** What a column is worth to its taker, and whether the die comes with it. `risks`: what each face of the die would cost whoever is to move, in points; faces that cost nothing are left out (PUSH-18, PUSH-38). Most columns have no die, and say nothing of it: every byte goes to everybody with every act. */
export type PushColumnPreview = {
  readonly worth: number;
  readonly die?: boolean;
  readonly risks?: readonly (readonly [string, number])[];
};

/** The odds: `bust[0]` of the `bust[1]` cards left would bust now. */
export type PushPreview = {
  readonly bust: readonly [number, number];
  readonly columns: readonly PushColumnPreview[];
  readonly sharers: readonly number[];
};

export type PushEvent =
  | {
      readonly event: "card-turned";
      readonly seat: number;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "card-placed";
      readonly seat: number;
      readonly card: string;
      readonly column: number;
      readonly to: number | null;
    }
  | {
      readonly event: "switch-turned";
      readonly seat: number;
      readonly switches: number;
      readonly to: number | null;
    }
  | {
      readonly event: "busted";
      readonly seat: number;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "column-taken";
      readonly seat: number;
      readonly column: number;
      readonly cards: readonly string[];
      readonly to: number | null;
    }
  | {
      readonly event: "die-rolled";
      readonly seat: number;
      readonly face: string;
      readonly to: number | null;
    }
  | {
      readonly event: "cards-lost";
      readonly seat: number;
      readonly cards: readonly string[];
      readonly to: number | null;
    }
  | {
      readonly event: "columns-discarded";
      readonly cards: readonly string[];
      readonly to: number | null;
    }
  | {
      readonly event: "colour-protected";
      readonly seat: number;
      readonly colour: string;
      readonly cards: readonly string[];
      readonly to: number | null;
    }
  | {
      readonly event: "turn-started";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "match-ended";
      readonly winners: readonly number[];
      readonly scores: readonly number[];
      readonly to: number | null;
    };

/** What a turn offers to everybody (QUIN-14): the sum, and its colours from orange to purple. */
export type QuintoAnnounced = {
  readonly sum: number;
  readonly colours: readonly string[];
};

/** A sheet counted up: rows from orange to purple, bonuses of columns 3, 4, 8, 9 and 10, the cost of misses. */
export type QuintoSheetScore = {
  readonly rows: readonly number[];
  readonly bonuses: readonly number[];
  readonly misses: number;
  readonly total: number;
};

/** The table as a seat sees it. */
export type QuintoView = {
  readonly seat: number | null;
  readonly phase: "deal" | "first" | "turn" | "write" | "draw" | "over";
  readonly to_move: readonly number[];
  readonly active: number;
  readonly hand: readonly string[];
  readonly hands: readonly number[];
  readonly grid: Readonly<Record<string, string>>;
  readonly covered: readonly string[];
  readonly pile: number;
  readonly unseen: readonly string[];
  readonly shuffled: readonly string[];
  readonly announced: QuintoAnnounced | null;
  readonly counted: readonly string[];
  readonly chosen: readonly number[];
  readonly choice: string;
  readonly sheets: readonly Readonly<Record<string, number>>[];
  readonly misses: readonly number[];
  readonly scores: readonly number[];
  readonly tallies: readonly QuintoSheetScore[];
};

/** What a lay would announce, and in how many cells of the viewer's sheet it could be written. */
export type QuintoLayPreview = {
  readonly act: string;
  readonly sum: number;
  readonly colours: readonly string[];
  readonly cells: number;
};

/** A cell that takes the sum, and the points it would bring as things stand. */
export type QuintoWritePreview = {
  readonly act: string;
  readonly cell: string;
  readonly points: number;
};

/** Each act the viewer could choose now, with what comes of it. */
export type QuintoPreview = {
  readonly lays: readonly QuintoLayPreview[];
  readonly writes: readonly QuintoWritePreview[];
};

export type QuintoEvent =
  | {
      readonly event: "card-drawn";
      readonly seat: number;
      readonly pile: number;
      readonly to: number | null;
    }
  | {
      readonly event: "card-gained";
      readonly seat: number;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "grid-dealt";
      readonly place: string;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "starter-drawn";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "turn-started";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "card-laid";
      readonly seat: number;
      readonly card: string;
      readonly place: string;
      readonly covered: string;
      readonly to: number | null;
    }
  | {
      readonly event: "sum-announced";
      readonly seat: number;
      readonly sum: number;
      readonly colours: readonly string[];
      readonly writable: boolean;
      readonly to: number | null;
    }
  | {
      readonly event: "choice-made";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "cell-chosen";
      readonly seat: number;
      readonly cell: string;
      readonly number: number;
      readonly to: number | null;
    }
  | {
      readonly event: "pass-chosen";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "number-written";
      readonly seat: number;
      readonly cell: string;
      readonly number: number;
      readonly to: number | null;
    }
  | {
      readonly event: "nothing-written";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "row-filled";
      readonly seat: number;
      readonly colour: string;
      readonly points: number;
      readonly to: number | null;
    }
  | {
      readonly event: "column-filled";
      readonly seat: number;
      readonly column: number;
      readonly points: number;
      readonly to: number | null;
    }
  | {
      readonly event: "miss-taken";
      readonly seat: number;
      readonly misses: number;
      readonly to: number | null;
    }
  | {
      readonly event: "pile-reshuffled";
      readonly cards: number;
      readonly to: number | null;
    }
  | {
      readonly event: "match-ended";
      readonly reason: string;
      readonly winners: readonly number[];
      readonly scores: readonly number[];
      readonly to: number | null;
    };

/** Calm play: the order in which choices count, who has chosen, and what oneself chose (empty: nothing yet). */
export type HexaWindow = {
  readonly order: readonly number[];
  readonly chosen: readonly number[];
  readonly choice: string;
  readonly window_s: number;
};

/** The table as a seat sees it. */
export type HexaView = {
  readonly seat: number | null;
  readonly phase: "setup" | "turn" | "deal" | "open" | "over";
  readonly to_move: readonly number[];
  readonly turner: number;
  readonly source: "neutral" | "own";
  readonly rows: readonly (readonly string[])[];
  readonly open: string;
  readonly piles: readonly number[];
  readonly neutral: readonly (string | null)[];
  readonly unseen: readonly string[];
  readonly chips: readonly number[];
  readonly out: readonly number[];
  readonly tied: readonly number[];
  readonly turned: number;
  readonly patience_s: number;
  readonly calm: HexaWindow | null;
};

/** By seat: right calls still needed to win, and wrong calls one can still afford; and the chips in stock. */
export type HexaPreview = {
  readonly right_to_win: readonly number[];
  readonly wrong_to_spare: readonly number[];
  readonly stock: number;
};

export type HexaEvent =
  | {
      readonly event: "starting-card-laid";
      readonly row: number;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "starting-card-returned";
      readonly row: number;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "piles-dealt";
      readonly each: number;
      readonly neutral: number;
      readonly to: number | null;
    }
  | {
      readonly event: "turn-awaited";
      readonly seat: number;
      readonly source: string;
      readonly to: number | null;
    }
  | {
      readonly event: "card-turned";
      readonly seat: number;
      readonly card: string;
      readonly source: string;
      readonly to: number | null;
    }
  | {
      readonly event: "row-right";
      readonly seat: number;
      readonly card: string;
      readonly row: number;
      readonly to: number | null;
    }
  | {
      readonly event: "row-wrong";
      readonly seat: number;
      readonly card: string;
      readonly row: number;
      readonly chips: number;
      readonly to: number | null;
    }
  | {
      readonly event: "impossible-right";
      readonly seat: number;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "impossible-wrong";
      readonly seat: number;
      readonly card: string;
      readonly chips: number;
      readonly to: number | null;
    }
  | {
      readonly event: "player-eliminated";
      readonly seat: number;
      readonly cards: number;
      readonly to: number | null;
    }
  | {
      readonly event: "calls-tied";
      readonly seats: readonly number[];
      readonly calls: readonly string[];
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "nobody-called";
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "choice-made";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "call-chosen";
      readonly seat: number;
      readonly call: string;
      readonly to: number | null;
    }
  | {
      readonly event: "pass-chosen";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "time-up";
      readonly seats: readonly number[];
      readonly to: number | null;
    }
  | {
      readonly event: "choices-shown";
      readonly seats: readonly number[];
      readonly choices: readonly string[];
      readonly to: number | null;
    }
  | {
      readonly event: "match-ended";
      readonly winners: readonly number[];
      readonly reason: string;
      readonly to: number | null;
    };

/** Calm play: the order in which choices take effect, who has chosen, and what oneself chose (empty: nothing yet). */
export type TrioWindow = {
  readonly order: readonly number[];
  readonly chosen: readonly number[];
  readonly choice: string;
  readonly number: number;
  readonly window_s: number;
};

/** The table as a seat sees it. Central cards nobody has seen are empty; `hand` is the viewer's own. */
export type TrioView = {
  readonly seat: number | null;
  readonly phase: "signal" | "running" | "grace" | "over";
  readonly to_move: readonly number[];
  readonly centre: Readonly<Record<string, readonly string[]>>;
  readonly laid_by: Readonly<Record<string, number>>;
  readonly accusable: Readonly<Record<string, boolean>>;
  readonly accusable_below: Readonly<Record<string, readonly string[]>>;
  readonly hand: readonly string[];
  readonly knows: Readonly<Record<string, string>>;
  readonly hands: readonly number[];
  readonly stacks: readonly number[];
  readonly stopped: boolean;
  readonly resumes: number;
  readonly last: number;
  readonly last_pile: string;
  readonly round: number;
  readonly rounds: number;
  readonly totals: readonly number[];
  readonly referee: boolean;
  readonly refill: string;
  readonly calm: TrioWindow | null;
};

/** How many cards everybody still has to get rid of. */
export type TrioPreview = {
  readonly left: readonly number[];
};

export type TrioEvent =
  | {
      readonly event: "pile-begun";
      readonly pile: string;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "round-ready";
      readonly seat: number;
      readonly round: number;
      readonly each: number;
      readonly to: number | null;
    }
  | {
      readonly event: "play-started";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "play-resumed";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "hand-filled";
      readonly seat: number;
      readonly left: number;
      readonly to: number | null;
    }
  | {
      readonly event: "card-drawn";
      readonly seat: number;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "card-laid";
      readonly seat: number;
      readonly card: string;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "last-card-laid";
      readonly seat: number;
      readonly card: string;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "fault-proved";
      readonly seat: number;
      readonly culprit: number;
      readonly card: string;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "fault-disproved";
      readonly seat: number;
      readonly accused: number;
      readonly card: string;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "card-returned";
      readonly seat: number;
      readonly card: string;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "cards-given";
      readonly seat: number;
      readonly receiver: number;
      readonly count: number;
      readonly to: number | null;
    }
  | {
      readonly event: "last-card-wrong";
      readonly seat: number;
      readonly card: string;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "centre-laid-out";
      readonly sizes: readonly number[];
      readonly to: number | null;
    }
  | {
      readonly event: "top-shown";
      readonly pile: string;
      readonly card: string;
      readonly to: number | null;
    }
  | {
      readonly event: "hands-exchanged";
      readonly to: number | null;
    }
  | {
      readonly event: "round-ended";
      readonly winners: readonly number[];
      readonly left: readonly number[];
      readonly blocked: boolean;
      readonly totals: readonly number[];
      readonly to: number | null;
    }
  | {
      readonly event: "choice-made";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "lay-chosen";
      readonly seat: number;
      readonly card: string;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "fault-chosen";
      readonly seat: number;
      readonly card: string;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "pass-chosen";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "time-up";
      readonly seats: readonly number[];
      readonly to: number | null;
    }
  | {
      readonly event: "card-came-back";
      readonly seat: number;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "fault-dropped";
      readonly seat: number;
      readonly pile: string;
      readonly to: number | null;
    }
  | {
      readonly event: "passed";
      readonly seat: number;
      readonly to: number | null;
    }
  | {
      readonly event: "match-ended";
      readonly winners: readonly number[];
      readonly to: number | null;
    };

export const CONSTANTS = {
  "push": {},
  "quinto": {
    "places": [
      "a",
      "b",
      "c",
      "d"
    ],
    "rows": {
      "orange": [
        "o3",
        "o4",
        "o5",
        "o7",
        "o8",
        "o9",
        "o10",
        "o11",
        "o12"
      ],
      "yellow": [
        "y2",
        "y3",
        "y4",
        "y5",
        "y6",
        "y8",
        "y9",
        "y10",
        "y11"
      ],
      "purple": [
        "p1",
        "p2",
        "p3",
        "p4",
        "p6",
        "p7",
        "p8",
        "p9",
        "p10"
      ]
    },
    "bonus": [
      "p3",
      "o4",
      "o8",
      "y9",
      "p10"
    ],
    "misses": 4,
    "hand": 3
  },
  "hexa": {
    "printed": [
      "yellow-flower",
      "green-die",
      "blue-butterfly",
      "purple-ball",
      "red-cup",
      "orange-cone"
    ],
    "eliminating": 3
  },
  "trio": {
    "piles": [
      "same",
      "step",
      "different"
    ],
    "hand": 3,
    "each": {
      "2": 34,
      "3": 23,
      "4": 17
    },
    "signal_s": 5.0,
    "grace_s": 3
  }
} as const;

export interface Games {
  readonly push: { view: PushView; preview: PushPreview; event: PushEvent };
  readonly quinto: { view: QuintoView; preview: QuintoPreview; event: QuintoEvent };
  readonly hexa: { view: HexaView; preview: HexaPreview; event: HexaEvent };
  readonly trio: { view: TrioView; preview: TrioPreview; event: TrioEvent };
}

export const GAME_IDS = ["push", "quinto", "hexa", "trio"] as const;
