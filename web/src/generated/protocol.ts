// Written by tools/protocol_types.py from the Python records. Do not change it by hand:
// run `python tools/protocol_types.py` after changing a record.
/* eslint-disable */

export const PROTOCOL = 1;

/** What a page says. */
export type Said =
  | HelloMessage
  | CommandMessage
  | JudgeMessage
  | MenuMessage
  | HintMessage
  | PlanMessage
  | OddsMessage
  | MeasureMessage
  | AidsMessage
  | CardsMessage
  | FactsMessage
  | ExplainMessage
  | TellMessage
  | UndoMessage
  | BindMessage
  | WordMessage
  | PingMessage;

/** What happened, as an audience may know it. */
export type Event =
  | Began
  | Laid
  | Lifted
  | Mustered
  | Placed
  | Moved
  | Exchanged
  | Removed
  | Controlled
  | Marked
  | Cleared
  | Expired
  | Counted
  | Paid
  | Entered
  | Asked
  | Answered
  | Withdrawn
  | Ruled
  | Told
  | Sealed
  | Opened
  | Undone
  | Corrected
  | Seated
  | Ended;

/** What a page hears. */
export type Heard =
  | WelcomeMessage
  | EventsMessage
  | StoryMessage
  | SnapshotMessage
  | WaitingMessage
  | PresenceMessage
  | ClockMessage
  | WordsMessage
  | ReplyMessage
  | ErrorMessage
  | ByeMessage
  | PongMessage;

/** What a seat may say. */
export type Action =
  | Accept
  | Allocate
  | Amend
  | Arrive
  | BailOut
  | Bribe
  | Cast
  | ChargeMove
  | ChargeThrough
  | Choose
  | Close
  | Concede
  | DeclareCharge
  | Deploy
  | Discard
  | Disembark
  | Dismount
  | Dispute
  | Draw
  | Finish
  | FireOverwatch
  | Flee
  | Give
  | Gust
  | Hold
  | HoldInPlace
  | Intervene
  | Join
  | Leave
  | Manoeuvre
  | March
  | MarchIn
  | Move
  | Offer
  | Outride
  | Pay
  | PlaceCamp
  | PlaceMarkers
  | PlaceObstacle
  | PlayCard
  | PlayNow
  | Reform
  | Refuse
  | Report
  | Reveal
  | Roll
  | Shoot
  | Speak
  | Split
  | Strike
  | Support
  | TakeForm
  | UseHerds
  | UseStratagem
  | UseWagon
  | Walk;

/** What this table is and what can be played on it. `owner` says that it is the asker's. */
export interface About {
  readonly version: string;
  readonly protocol: number;
  readonly systems: readonly SystemShown[];
  readonly bots: readonly string[];
  readonly dice: readonly ("committed" | "seeded" | "shared" | "typed")[];
  readonly languages: readonly string[];
  readonly scenarios: readonly ScenarioShown[];
  readonly addresses: readonly string[];
  readonly owner: boolean;
}

/** An offer is taken up: everything changes hands at one instant. [TT-14.3] */
export interface Accept {
  readonly kind: "Accept";
  readonly deal: string;
}

/** An act and what is against it; the shape it puts somewhere, what its fields may name. */
export interface ActShown {
  readonly action: Action;
  readonly clause: string;
  readonly pieces: readonly string[];
  readonly refusals: readonly Refusal[];
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly shape: Rectangle | Disc | null;
  readonly choices: Readonly<Record<string, readonly string[]>>;
}

/** Straight ahead, or back if below zero. [TC-5.3, TC-3.40] */
export interface Advance {
  readonly kind: "advance";
  readonly distance: number;
}

/** The same battle again, every seat's holder where he was, or one seat on. */
export interface Again {
  readonly turned?: boolean;
}

/** A closed shape on the table: a zone, a range, an arc, ground to stand on; and its clause. */
export interface AidShown {
  readonly name: string;
  readonly seat: string;
  readonly piece: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly clause: string;
  readonly points: readonly (readonly [number, number])[];
}

/** Shapes that help the eye for those pieces, or for all with `whole`; and how sides stand. */
export interface AidsMessage {
  readonly kind: "aids";
  readonly id: string;
  readonly seat?: string;
  readonly pieces?: readonly string[];
  readonly window?: string;
  readonly whole?: boolean;
  readonly at?: number | null;
}

/** The models that fall, or those that take the next wounds, one for each. [SK-60] */
export interface Allocate {
  readonly kind: "Allocate";
  readonly models: readonly string[];
}

/** A unit has so many models now, whatever was reported: 0 is that it is lost. [RB-6] */
export interface Amend {
  readonly kind: "Amend";
  readonly unit: string;
  readonly models: number;
}

/** One answer to the question of a list. */
export interface AnswerShown {
  readonly id: string;
  readonly name: string;
}

/** A question was answered. `said` is None where a viewer may not know. */
export interface Answered {
  readonly kind: "Answered";
  readonly ask: number;
  readonly seat: string;
  readonly window: string;
  readonly said: Action | null;
  readonly secret?: boolean;
  readonly stood_in?: boolean;
}

/** A battle is put away, or taken out again. */
export interface Archiving {
  readonly archived: boolean;
}

/** A piece of ground: its id, what kind it is, and its outline. */
export interface Area {
  readonly id: string;
  readonly kind: string;
  readonly outline: Ellipse | Box | Strip;
}

/** Everything that was read. */
export interface ArmiesRead {
  readonly armies: readonly ArmyRead[];
  readonly findings: readonly FindingShown[];
}

/** Two rosters side by side. */
export interface ArmiesSide {
  readonly one: ArmyAsked;
  readonly other: ArmyAsked;
}

/** A file, a paste or the code of a link is to be read. */
export interface ArmiesText {
  readonly text: string;
}

/** A selection, and lists of one's own that come before all others. */
export interface ArmyAsked {
  readonly roster: Readonly<Record<string, unknown>>;
  readonly cap?: number;
  readonly lists?: readonly unknown[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly card?: CardAsked | null;
  readonly follow?: boolean;
}

/** An army is wanted: a roster filled up; else, of a list, a random one or the bare minimums. */
export interface ArmyDrawn {
  readonly key?: string;
  readonly seed?: number | null;
  readonly cards?: "many" | "none" | "some";
  readonly roster?: Readonly<Record<string, unknown>> | null;
  readonly cap?: number;
  readonly lists?: readonly unknown[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A roster that was read, or a list without one; `missed` are lines nobody understood. */
export interface ArmyRead {
  readonly roster: Readonly<Record<string, unknown>>;
  readonly lists: readonly unknown[];
  readonly missed: readonly string[];
}

/** A selection with its list, its bill and everything found about it. */
export interface ArmyShown {
  readonly roster: Readonly<Record<string, unknown>>;
  readonly list: ListAbout | null;
  readonly options: readonly OptionShown[];
  readonly contingents: readonly ContingentShown[];
  readonly cards: readonly CardShown[];
  readonly bar: readonly SegmentShown[];
  readonly cap: number;
  readonly total: number;
  readonly stand_points: number;
  readonly card_points: number;
  readonly allied_points: number;
  readonly stand_count: number;
  readonly legal: boolean;
  readonly findings: readonly FindingShown[];
  readonly code: string;
  readonly sizes: readonly SizeShown[];
  readonly commands: readonly DivisionShown[];
  readonly allies: readonly Remedy[];
  readonly readings: readonly SettingShown[];
}

/** A roster is to be written as a text. */
export interface ArmyText {
  readonly roster: Readonly<Record<string, unknown>>;
  readonly form: "csv" | "json" | "markdown" | "service" | "text";
  readonly lang?: string;
  readonly cap?: number;
  readonly lists?: readonly unknown[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A reinforcement comes on, its rear on the table's edge. [FB-4.18] */
export interface Arrive {
  readonly kind: "Arrive";
  readonly piece: string;
  readonly pose: Pose;
}

/** One open question to one seat. */
export interface Ask {
  readonly kind: "Ask";
  readonly seat: string;
  readonly window: string;
  readonly clause: string;
  readonly options?: readonly string[];
  readonly says?: readonly string[];
  readonly about?: readonly string[];
  readonly dice?: number;
  readonly sides?: number;
  readonly counted_from?: readonly number[];
  readonly sums_from?: readonly number[];
  readonly draw?: readonly string[];
  readonly count?: number;
  readonly secret?: boolean;
  readonly salt?: readonly string[];
  readonly needed?: Needed | null;
  readonly id?: number;
  readonly depth?: number;
}

/** A question is open. Others learn the seat and the window only. */
export interface Asked {
  readonly kind: "Asked";
  readonly ask: Ask;
}

/** Attacks against one unit: how likely so many models are slain, wounds lost on average. */
export interface AssaultShown {
  readonly target: string;
  readonly slain: readonly number[];
  readonly lost: number;
  readonly unsaved: number;
  readonly lots: readonly LotShown[];
}

/** Passengers get out of a destroyed transport; who is not named finds no place. [SK-43] */
export interface BailOut {
  readonly kind: "BailOut";
  readonly trails: readonly Trail[];
}

/** A battle was set up: its id, the short code that lets others in, and the seats granted. */
export interface BattleMade {
  readonly battle: string;
  readonly code: string;
  readonly seats: readonly Grant[];
}

/** Whom a stand may not even lose against, on which ground, in which combat. */
export interface BeatenShown {
  readonly by: readonly string[];
  readonly terrain: string;
  readonly combat: string;
  readonly clause: string;
}

/** People sat down at a board. */
export interface Began {
  readonly kind: "Began";
  readonly board: Board;
  readonly chairs: readonly Chair[];
}

/** A seat is bound to a chain of words for the dice, by the digest of the first of them. */
export interface BindMessage {
  readonly kind: "bind";
  readonly seat: string;
  readonly digest: string;
}

/** The table top, in quanta: x runs along the width, y along the depth, from (0, 0). */
export interface Board {
  readonly kind: "Board";
  readonly width: number;
  readonly depth: number;
}

/** One contingent: its name, the condition that stands in it, its rows. */
export interface BodyShown {
  readonly key: string;
  readonly name: string;
  readonly condition: string;
  readonly options: readonly OptionShown[];
}

/** A rectangle: centre, half its length and width, direction of its length. [TC-7.35] */
export interface Box {
  readonly kind: "box";
  readonly x: number;
  readonly y: number;
  readonly half_length: number;
  readonly half_width: number;
  readonly ux: number;
  readonly uy: number;
}

/** So many command points for another player; the words bind nobody. [CM-4, CM-58, CM-59] */
export interface Bribe {
  readonly kind: "Bribe";
  readonly to: string;
  readonly points: number;
  readonly words?: string;
}

/** The table hangs up, and why. `again` says whether it is worth calling back. */
export interface ByeMessage {
  readonly kind: "bye";
  readonly key: string;
  readonly again: boolean;
}

/** So many of a card are wanted, for the army or for the stands of an option. */
export interface CardAsked {
  readonly code: string;
  readonly where: string;
  readonly amount: number;
  readonly on?: Readonly<Record<string, readonly number[]>> | null;
}

/** A battle card that is offered: where, how many are taken, what that costs. */
export interface CardShown {
  readonly code: string;
  readonly clause: string;
  readonly where: string;
  readonly amount: number;
  readonly amounts: readonly number[];
  readonly now: number | null;
  readonly next: number | null;
  readonly note: string;
  readonly closed: string;
  readonly setup: boolean;
  readonly swaps: boolean;
  readonly together: string;
  readonly stands: readonly CarrierShown[];
}

/** What lies beside the board, and which acts the open question `ask` allows or refuses. */
export interface CardsMessage {
  readonly kind: "cards";
  readonly id: string;
  readonly seat?: string;
  readonly ask?: number;
}

/** The answer to `cards`; `meanings` says what answers of the question do, by the option. */
export interface CardsShown {
  readonly cards: readonly LyingShown[];
  readonly acts: readonly ActShown[];
  readonly notes: readonly NoteShown[];
  readonly meanings: Readonly<Record<string, SaidShown>>;
  readonly held: readonly HeldShown[];
  readonly stakes: readonly StakeShown[];
  readonly unasked: readonly ActShown[];
}

/** A stand that may have a card: its type, its number among those, whether it leads, has it. */
export interface CarrierShown {
  readonly code: string;
  readonly number: number;
  readonly leads: boolean;
  readonly has: boolean;
}

/** A spell to be cast with so many power dice; `boosted` is its stronger casting. [FB-5.5] */
export interface Cast {
  readonly kind: "Cast";
  readonly wizard: string;
  readonly spell: string;
  readonly target: string;
  readonly dice: number;
  readonly boosted?: boolean;
}

/** A place at the table: the seat, its side, its name for people. */
export interface Chair {
  readonly kind: "Chair";
  readonly seat: string;
  readonly side: string;
  readonly name?: string;
}

/** The ways of a charging unit's models, in the order in which they are moved. [SK-93] */
export interface ChargeMove {
  readonly kind: "ChargeMove";
  readonly trails: readonly Trail[];
}

/** The card is played: the next move of its entry passes the foot that the list names. */
export interface ChargeThrough {
  readonly kind: "ChargeThrough";
  readonly card: string;
}

/** One of the options that the question offers. */
export interface Choose {
  readonly kind: "Choose";
  readonly option: string;
}

/** An open seat is asked for, with the short code that hangs at the table. */
export interface Claim {
  readonly code: string;
  readonly seat: string;
  readonly player?: string;
}

/** The seat is the asker's. */
export interface Claimed {
  readonly battle: string;
  readonly seat: string;
  readonly secret: string;
}

/** A token was taken off a piece. */
export interface Cleared {
  readonly kind: "Cleared";
  readonly piece: string;
  readonly name: string;
}

/** The clock of each player: so many `seconds`, how many are `used`, for whom it is `running`. */
export interface ClockMessage {
  readonly kind: "clock";
  readonly seconds: number;
  readonly used: Readonly<Record<string, number>>;
  readonly running: readonly string[];
  readonly paused: boolean;
}

/** The clock is to be so, of what is named: seconds for each player, whether it is paused. */
export interface ClockSet {
  readonly seconds?: number | null;
  readonly paused?: boolean | null;
}

/** The ways of those models of the unit that fights which move. [SK-104, SK-110] */
export interface Close {
  readonly kind: "Close";
  readonly trails: readonly Trail[];
}

/** A coin and what it is worth. */
export interface CoinShown {
  readonly name: string;
  readonly value: number;
}

/** A number that each seat has: what it is called, its clause, whose is how large. */
export interface ColumnShown {
  readonly key: string;
  readonly role: string;
  readonly clause: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Something a seat says. `id` is the page's own: said twice, it is done once. */
export interface CommandMessage {
  readonly kind: "command";
  readonly id: string;
  readonly seat: string;
  readonly action: Action;
  readonly ask?: number | null;
}

/** One command: its stands, its general among them, its die, its flank march if it makes one. */
export interface CommandSaid {
  readonly kind: "CommandSaid";
  readonly stands: readonly string[];
  readonly general: string;
  readonly modifier?: number;
  readonly entry?: string;
}

/** A command in half points: what it lost and brought, the first loss at which it breaks. */
export interface CommandShown {
  readonly command: string;
  readonly seat: string;
  readonly side: string;
  readonly number: number;
  readonly lost: number;
  readonly total: number;
  readonly breaks: number;
  readonly broken: boolean;
  readonly dice: number;
  readonly clause: string;
  readonly says: string;
}

/** A company that can be hired: what a seat says to have it, its list, its price in halves. */
export interface CompanyShown {
  readonly text: string;
  readonly source: string;
  readonly half_points: number;
  readonly units: readonly TroopsShown[];
}

/** A seat gives up. */
export interface Concede {
  readonly kind: "Concede";
}

/** A piece's front would lie on that edge of another piece. */
export interface Contact {
  readonly kind: "Contact";
  readonly piece: string;
  readonly other: string;
  readonly edge: string;
}

/** How a battle of rounds and points stands: the round of so many, and who has played in it. */
export interface ContestShown {
  readonly key: string;
  readonly round: number;
  readonly rounds: number;
  readonly played: readonly string[];
  readonly out: readonly string[];
  readonly columns: readonly ColumnShown[];
  readonly markers: readonly MarkerShown[];
  readonly following: NextShown | null;
  readonly orders: readonly OrderShown[];
}

/** An optional contingent, or allies; all its bodies are taken together. [AL-5.4] */
export interface ContingentShown {
  readonly key: string;
  readonly internal: boolean;
  readonly taken: boolean;
  readonly bodies: readonly BodyShown[];
  readonly closed: string;
  readonly years: readonly YearsShown[];
}

/** A piece now does what another seat says. */
export interface Controlled {
  readonly kind: "Controlled";
  readonly piece: string;
  readonly controller: string;
}

/** An agreed correction by hand, outside the rules, with its reason. */
export interface Corrected {
  readonly kind: "Corrected";
  readonly changes: readonly Event[];
  readonly reason: string;
}

/** A counter of a seat, a side or a piece now stands at that value. */
export interface Counted {
  readonly kind: "Counted";
  readonly holder: string;
  readonly name: string;
  readonly value: number;
}

/** A unit charges one or more enemy units. [SK-89] */
export interface DeclareCharge {
  readonly kind: "DeclareCharge";
  readonly unit: string;
  readonly targets: readonly string[];
}

/** One stand or several at once, new ones or those already placed in this step. */
export interface Deploy {
  readonly kind: "Deploy";
  readonly steps: readonly Step[];
}

/** A secret card: its price, in which roles it is played, at which moment. */
export interface DesignShown {
  readonly type: string;
  readonly cost: number;
  readonly roles: readonly string[];
  readonly moment: string;
}

/** The dice of a battle as the asker saw them: each seat's together, then each kind of them. */
export interface DiceSeen {
  readonly dice: readonly DiceShown[];
}

/** Six-sided dice of a seat: all of them, or those of one `kind`, by the question they answered. */
export interface DiceShown {
  readonly seat: string;
  readonly kind: string;
  readonly count: number;
  readonly faces: readonly number[];
  readonly mean: number;
  readonly spread: number | null;
  readonly due: number;
  readonly hoped: number;
  readonly done: number;
}

/** A round base. */
export interface Disc {
  readonly kind: "disc";
  readonly radius: number;
}

/** A stand leaves its transports for good. [BC-8.4] */
export interface Discard {
  readonly kind: "Discard";
  readonly stand: string;
}

/** A unit gets out of its transport: where each model stands. [SK-42] */
export interface Disembark {
  readonly kind: "Disembark";
  readonly unit: string;
  readonly trails: readonly Trail[];
}

/** A mounted stand gets off its horses as a move of its own. [BC-2.2] */
export interface Dismount {
  readonly kind: "Dismount";
  readonly stand: string;
}

/** Two players read a rule in two ways: mine, and that of `against`. */
export interface Dispute {
  readonly kind: "Dispute";
  readonly against: string;
  readonly mine: string;
  readonly theirs: string;
}

/** A command: its points, who leads it and who could, its die. An ally's has rows of its own. */
export interface DivisionShown {
  readonly number: number;
  readonly ally: boolean;
  readonly name: string;
  readonly half_points: number;
  readonly stands: number;
  readonly option: string;
  readonly code: string;
  readonly overall: boolean;
  readonly modifier: number;
  readonly leaders: readonly LeaderShown[];
  readonly options: readonly OptionShown[];
}

/** It was done; or the others were `asked` and it waits for them. */
export interface Done {
  readonly ok: boolean;
  readonly asked: boolean;
}

/** What came off a pile, in order. No order existed before it was asked for. */
export interface Draw {
  readonly kind: "Draw";
  readonly drawn: readonly string[];
  readonly proof?: string;
}

/** An ellipse: centre, half its length and width, direction of its length. [TC-7.35] */
export interface Ellipse {
  readonly kind: "ellipse";
  readonly x: number;
  readonly y: number;
  readonly half_length: number;
  readonly half_width: number;
  readonly ux: number;
  readonly uy: number;
}

/** The battle is over: who won (nobody in a draw) and the clause that says so. */
export interface Ended {
  readonly kind: "Ended";
  readonly winners: readonly string[];
  readonly clause: string;
  readonly key: string;
}

/** A phase of a turn began; `active` are the seats whose turn it is. */
export interface Entered {
  readonly kind: "Entered";
  readonly turn: number;
  readonly phase: string;
  readonly active: readonly string[];
}

/** A message that could not be read, or came at the wrong time; the table goes on. */
export interface ErrorMessage {
  readonly kind: "error";
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
}

/** What happened, as far as this audience may know it; the first has the number `start`. */
export interface EventsMessage {
  readonly kind: "events";
  readonly from: number;
  readonly events: readonly Event[];
  readonly lines: readonly Line[];
  readonly mark: string;
}

/** A piece was swapped for another under the same id; its marks and counters stay. */
export interface Exchanged {
  readonly kind: "Exchanged";
  readonly piece: Piece;
}

/** A moment passed: every mark that lasted until it goes. */
export interface Expired {
  readonly kind: "Expired";
  readonly moment: string;
}

/** What a clause says, in a language; without one, or in one there is not, in the first. */
export interface ExplainMessage {
  readonly kind: "explain";
  readonly id: string;
  readonly clause: string;
  readonly lang?: string;
}

/** A clause in our own words, where it is from and how sure we are of it. */
export interface Explained {
  readonly clause: string;
  readonly book: string;
  readonly says: string;
  readonly mark: string;
  readonly source: readonly string[];
  readonly decides: readonly string[];
  readonly parts: readonly Worded[];
  readonly follows: readonly string[];
  readonly named_in: readonly string[];
}

/** All there is to know of one piece, and what the open question `ask` lets it do. */
export interface FactsMessage {
  readonly kind: "facts";
  readonly id: string;
  readonly piece: string;
  readonly seat?: string;
  readonly ask?: number;
}

/** All there is to know of a piece: its numbers, what it carries, how it fights, what it may. */
export interface FactsShown {
  readonly piece: string;
  readonly profiles: readonly ProfileShown[];
  readonly carries: readonly RowShown[];
  readonly now: readonly RowShown[];
  readonly may: readonly MayShown[];
}

/** Two units of different sides that are in combat with each other. */
export interface Fight {
  readonly kind: "Fight";
  readonly unit: string;
  readonly other: string;
}

/** Something found about a roster, said by `army.CODE`, and what may be done about it. */
export interface FindingShown {
  readonly code: string;
  readonly severity: "error" | "info" | "warning";
  readonly where: string;
  readonly clause: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly remedies: readonly Remedy[];
}

/** The troops of this step are set out. */
export interface Finish {
  readonly kind: "Finish";
}

/** A unit fires at whoever charges it with these weapons. [SK-90] */
export interface FireOverwatch {
  readonly kind: "FireOverwatch";
  readonly shares: readonly Share[];
}

/** These models flee. [SK-112] */
export interface Flee {
  readonly kind: "Flee";
  readonly models: readonly string[];
}

/** Tokens and cards for nothing, or for a promise. [TT-10.7, TT-11.4] */
export interface Give {
  readonly kind: "Give";
  readonly to: string;
  readonly tokens?: number;
  readonly cards?: readonly string[];
}

/** A seat that is now the asker's. Whoever knows the secret may sit there: keep it. */
export interface Grant {
  readonly seat: string;
  readonly secret: string;
}

/** Where a regiment goes with the second wind. [FB-5.15] */
export interface Gust {
  readonly kind: "Gust";
  readonly piece: string;
  readonly legs: readonly (Advance | Slide | Oblique | Wheel | Shift)[];
}

/** A seat that is to go to another: who asks the others, who has agreed, who is waited for. */
export interface HandoverShown {
  readonly seat: string;
  readonly to: "bot" | "open";
  readonly bot: string;
  readonly by: string;
  readonly agreed: readonly string[];
  readonly waits: readonly string[];
}

/** A secret card in one's own hand: what it may be aimed at now, or everything against it. */
export interface HeldShown {
  readonly piece: string;
  readonly playable: boolean;
  readonly targets: readonly string[];
  readonly refusals: readonly Refusal[];
  readonly unasked: boolean;
}

/** The first message: which seats to sit at, and what has been seen already. */
export interface HelloMessage {
  readonly kind: "hello";
  readonly protocol: number;
  readonly seat_secret?: string;
  readonly seats?: readonly string[] | null;
  readonly stream?: string;
  readonly after?: number;
  readonly mark?: string;
  readonly snapshot?: boolean;
  readonly lang?: string;
  readonly name?: string;
}

/** What the best bot would answer to a question of one's own, and why. */
export interface HintMessage {
  readonly kind: "hint";
  readonly id: string;
  readonly seat: string;
  readonly ask: number;
}

/** What that bot would answer, and why. */
export interface HintShown {
  readonly bot: string;
  readonly action: Action;
  readonly reasons: readonly ReasonShown[];
}

/** All the stands held back for a flank march; an empty list holds nobody. [TC-8.20] */
export interface Hold {
  readonly kind: "Hold";
  readonly pieces: readonly string[];
}

/** A point is spent so that a demoralised stand or group does not rout. [GT-8.4] */
export interface HoldInPlace {
  readonly kind: "HoldInPlace";
  readonly pieces: readonly string[];
}

/** Who holds a seat: a person by the name that was given, a bot by its kind, or nobody. */
export interface Holder {
  readonly kind: "Holder";
  readonly held?: "bot" | "open" | "person";
  readonly name?: string;
}

/** An army of a game that has its own, to choose by its id; what it is worth, and `by` what. */
export interface HostShown {
  readonly id: string;
  readonly label: string;
  readonly by: "points" | "power";
  readonly worth: number;
  readonly units: readonly TroopsShown[];
}

/** A character moves up to 3 inches, nearer to the nearest enemy. [SK-99] */
export interface Intervene {
  readonly kind: "Intervene";
  readonly unit: string;
  readonly trails: readonly Trail[];
}

/** A character on his own joins a regiment within his move. [FB-11.1] */
export interface Join {
  readonly kind: "Join";
  readonly piece: string;
  readonly into: string;
}

/** What would be said to that, without doing it. Of several at once the newest is answered. */
export interface JudgeMessage {
  readonly kind: "judge";
  readonly id: string;
  readonly seat: string;
  readonly action: Action;
  readonly ask?: number | null;
}

/** A piece of ground lies on the board. */
export interface Laid {
  readonly kind: "Laid";
  readonly area: Area;
}

/** Stands that may lead a command. */
export interface LeaderShown {
  readonly option: string;
  readonly code: string;
  readonly description: string;
}

/** A character leaves his regiment for a place within his move. [FB-11.1] */
export interface Leave {
  readonly kind: "Leave";
  readonly piece: string;
  readonly pose: Pose;
}

/** The turn or round that is now, and the last there will be; 0 where no number ends it. */
export interface LengthShown {
  readonly key: string;
  readonly turn: number;
  readonly last: number;
  readonly says: string;
  readonly clause: string;
}

/** A piece of ground was taken away. */
export interface Lifted {
  readonly kind: "Lifted";
  readonly area: string;
}

/** One line: the least level that shows it, what kind it is, its text and its clause. */
export interface Line {
  readonly level: number;
  readonly kind: string;
  readonly text: string;
  readonly clause: string;
  readonly seat: string;
  readonly turn: number;
  readonly event: number;
  readonly odds: readonly number[];
}

/** Two models of a unit that are near enough, or, where `holds` is not, too far apart. */
export interface LinkShown {
  readonly piece: string;
  readonly other: string;
  readonly holds: boolean;
}

/** What a list says of itself, and what of it holds for this army. */
export interface ListAbout {
  readonly key: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly invasion: readonly NotedShown[];
  readonly manoeuvre: readonly NotedShown[];
  readonly homes: readonly NotedShown[];
  readonly themes: readonly string[];
  readonly enemies: readonly string[];
  readonly label: string;
  readonly answers: readonly AnswerShown[];
  readonly turning: readonly number[];
  readonly own: boolean;
}

/** A list in the search, with what it can be found by; so many shipped rosters are of it. */
export interface ListFound {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly rosters: number;
  readonly homes: readonly string[];
  readonly themes: readonly string[];
  readonly troops: readonly string[];
  readonly cards: readonly string[];
}

/** What was found, and everything there is to search by. */
export interface ListsFound {
  readonly lists: readonly ListFound[];
  readonly homes: readonly string[];
  readonly themes: readonly string[];
  readonly troops: readonly string[];
  readonly cards: readonly string[];
  readonly first: number;
  readonly last: number;
}

/** What one unit has lost: so many models, all of it where `models` is 0, by a seat's doing. */
export interface Loss {
  readonly kind: "Loss";
  readonly unit: string;
  readonly models?: number;
  readonly by?: string;
}

/** Attacks that are alike: with what, by how many, what each die needs (0 none, 7 never), why. */
export interface LotShown {
  readonly weapon: string;
  readonly name: string;
  readonly bearers: number;
  readonly attacks: number;
  readonly hit: number;
  readonly wound: number;
  readonly save: number;
  readonly damage: string;
  readonly needs: readonly Needed[];
}

/** Cards of one kind, now, later, at work, too late or used; by the clause `why` why not now. */
export interface LyingShown {
  readonly type: string;
  readonly seat: string;
  readonly pieces: readonly string[];
  readonly left: number;
  readonly stands: readonly string[];
  readonly clause: string;
  readonly state: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly why: string;
}

/** A move of a regiment, leg after leg; a march goes up to twice as far. [FB-4.14, FB-4.16] */
export interface Manoeuvre {
  readonly kind: "Manoeuvre";
  readonly piece: string;
  readonly legs: readonly (Advance | Slide | Oblique | Wheel | Shift)[];
  readonly march?: boolean;
}

/** The whole reserve comes in by an edge, named as seen from the own base edge. [TC-8.23] */
export interface March {
  readonly kind: "March";
  readonly edge: "left" | "left base" | "right" | "right base";
  readonly steps: readonly Step[];
}

/** A command on a flank march has come in at the table, by an edge as seen from its own. */
export interface MarchIn {
  readonly kind: "MarchIn";
  readonly command: string;
  readonly edge: string;
}

/** A token on a piece: "moved", "shot". It goes when the moment `until` expires. */
export interface Mark {
  readonly kind: "Mark";
  readonly name: string;
  readonly until?: string;
}

/** A token was put on a piece. */
export interface Marked {
  readonly kind: "Marked";
  readonly piece: string;
  readonly mark: Mark;
}

/** A place that seats contest: how near counts in quanta, who counts how much, who holds it. */
export interface MarkerShown {
  readonly piece: string;
  readonly key: string;
  readonly clause: string;
  readonly at: readonly [number, number];
  readonly reach: number;
  readonly values: Readonly<Record<string, number>>;
  readonly says: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly holder: string;
}

/** Something a piece may do now, or why not. */
export interface MayShown {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly clause: string;
  readonly action: Readonly<Record<string, unknown>> | null;
  readonly by: string;
  readonly to: string;
  readonly chance: number | null;
  readonly ways: readonly WayShown[];
  readonly parts: readonly Modifier[];
  readonly notes: readonly SaidShown[];
  readonly refusals: readonly Refusal[];
}

/** What a degree of a combat would mean: what the loser suffers, who is lost, who pursues. */
export interface MeaningShown {
  readonly outcome: string;
  readonly clause: string;
  readonly pursues: boolean;
  readonly pursuit: readonly string[];
  readonly lost: Readonly<Record<string, string>>;
  readonly unless: readonly string[];
}

/** How far it is between two things: pieces by id, or points in quanta. */
export interface MeasureMessage {
  readonly kind: "measure";
  readonly id: string;
  readonly from: string | readonly [number, number];
  readonly to: string | readonly [number, number];
  readonly seat?: string;
  readonly sight?: boolean;
  readonly at?: number | null;
}

/** The shortest way between two things: how long it is in quanta, and its two ends. */
export interface Measured {
  readonly distance: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly sight: SightShown | null;
}

/** Answers worth thinking about to a question of one's own, at most `most` of them. */
export interface MenuMessage {
  readonly kind: "menu";
  readonly id: string;
  readonly seat: string;
  readonly ask: number;
  readonly most?: number;
  readonly pieces?: readonly string[];
}

/** One reason for part of a total. Of those that share a `group` only the best counts. */
export interface Modifier {
  readonly kind: "Modifier";
  readonly value: number;
  readonly key: string;
  readonly clause: string;
  readonly group?: string;
}

/** One tactical move: a stand, a group or a column, by legs one after another. */
export interface Move {
  readonly kind: "Move";
  readonly pieces: readonly string[];
  readonly legs: readonly (Advance | Slide | Oblique | Wheel | Shift)[];
  readonly forming?: boolean;
}

/** A body moved, all its pieces at once: between two events nothing overlaps. */
export interface Moved {
  readonly kind: "Moved";
  readonly steps: readonly Step[];
  readonly way?: string;
}

/** A piece came into being. */
export interface Mustered {
  readonly kind: "Mustered";
  readonly piece: Piece;
}

/** A unit at a real table: so many models left of how many, worth so many half points. */
export interface MusteredShown {
  readonly unit: string;
  readonly seat: string;
  readonly state: "lost" | "table" | "waits";
  readonly models: number;
  readonly most: number;
  readonly worth: number;
  readonly fights: readonly string[];
}

/** What a roll is for and what it must show, told to everybody before it is made. */
export interface Needed {
  readonly kind: "Needed";
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly least?: number;
  readonly most?: number;
  readonly together?: boolean;
  readonly parts?: readonly Modifier[];
  readonly counts?: readonly number[];
}

/** A battle to be set up. Seats that are not named are open. */
export interface NewBattle {
  readonly system?: string;
  readonly title?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly seats?: readonly SeatAsked[];
  readonly scenario?: string;
  readonly position?: string;
  readonly dice?: "committed" | "seeded" | "shared" | "typed";
  readonly seed?: string;
  readonly clock?: number;
  readonly notices?: string;
  readonly absence?: number;
  readonly hints?: boolean;
}

/** The same again: the battle that somebody opened when this one was over. */
export interface Next {
  readonly battle: string;
  readonly by: string;
  readonly seats: Readonly<Record<string, string>>;
}

/** Who may take the next turn of the round, and who names it: a seat, or the winner of a roll. */
export interface NextShown {
  readonly seats: readonly string[];
  readonly says: string;
  readonly clause: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly naming: readonly string[];
}

/** Something to be known of a piece besides its type; `soon`, if nobody does anything. */
export interface NoteShown {
  readonly piece: string;
  readonly key: string;
  readonly clause: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly soon: boolean;
}

/** A rating or a home with the note that says when; `holds` says that it does now. */
export interface NotedShown {
  readonly value: string;
  readonly note: string;
  readonly holds: boolean;
}

/** Where it is to be told whose turn it is, of one seat or of all; nowhere if it is empty. */
export interface NoticesSet {
  readonly url: string;
  readonly seat?: string;
}

/** Ahead and to the right at once, keeping the facing. [TC-5.2] */
export interface Oblique {
  readonly kind: "oblique";
  readonly forward: number;
  readonly right: number;
}

/** The chances of a combat between two stands, as they stand or as `poses` would place them. */
export interface OddsMessage {
  readonly kind: "odds";
  readonly id: string;
  readonly attacker: string;
  readonly defender: string;
  readonly combat?: "close" | "ranged";
  readonly seat?: string;
  readonly poses?: Readonly<Record<string, readonly [number, number, number, number]>>;
}

/** Chances out of 36, as the attacker sees them, from the worst to the best. */
export interface OddsShown {
  readonly attacker: string;
  readonly defender: string;
  readonly combat: string;
  readonly doubled: number;
  readonly beaten: number;
  readonly tie: number;
  readonly beats: number;
  readonly doubles: number;
  readonly scores: readonly Tally[];
  readonly meanings: Readonly<Record<string, MeaningShown>>;
}

/** An offer to one player; `private` shows it to him alone. [TT-14.1] */
export interface Offer {
  readonly kind: "Offer";
  readonly to: string;
  readonly terms: Terms;
  readonly private?: boolean;
}

/** What a seal held; anyone can check it against the digest. */
export interface Opened {
  readonly kind: "Opened";
  readonly seal: string;
  readonly content: string;
  readonly salt: string;
}

/** A row of the list. `closed` is a message key: why nothing may be taken from it now. */
export interface OptionShown {
  readonly key: string;
  readonly description: string;
  readonly least: number;
  readonly most: number;
  readonly stands: number;
  readonly half_points: number;
  readonly types: readonly TypeShown[];
  readonly core: string;
  readonly note: string;
  readonly one_type: boolean;
  readonly closed: string;
  readonly years: readonly YearsShown[];
  readonly cards: readonly CardShown[];
}

/** In which order seats do something in this phase, as it was chosen; `done` do it no more. */
export interface OrderShown {
  readonly key: string;
  readonly clause: string;
  readonly seats: readonly string[];
  readonly done: readonly string[];
}

/** A regiment goes up to 12 inches before the first turn. [FB-9.7] */
export interface Outride {
  readonly kind: "Outride";
  readonly piece: string;
  readonly legs: readonly (Advance | Slide | Oblique | Wheel | Shift)[];
}

/** The key that the command line printed with the address: the table is the asker's. */
export interface OwnerKey {
  readonly key: string;
}

/** So much changed hands; an empty holder is the bank. */
export interface Paid {
  readonly kind: "Paid";
  readonly giver: string;
  readonly taker: string;
  readonly name: string;
  readonly amount: number;
}

/** A move was made at the table: a command pays so many points for it. [RB-10] */
export interface Pay {
  readonly kind: "Pay";
  readonly command: string;
  readonly points: number;
}

/** A stand, a regiment, a model, a camp, a card in hand, a marker: one thing with a place. */
export interface Piece {
  readonly kind: "Piece";
  readonly id: string;
  readonly type: string;
  readonly owner: string;
  readonly controller: string;
  readonly army?: string;
  readonly command?: string;
  readonly unit?: string;
  readonly shape?: Rectangle | Disc | null;
  readonly place?: "aside" | "gone" | "hand" | "lost" | "reserve" | "table" | "undeployed";
  readonly pose?: Pose | null;
  readonly traits?: readonly string[];
  readonly truth?: string;
  readonly marks?: readonly Mark[];
}

/** Are you there? */
export interface PingMessage {
  readonly kind: "ping";
  readonly id?: string;
}

/** A place at the table as the system knows it: its seat, side, letter, number of its army. */
export interface Place {
  readonly seat: string;
  readonly side: string;
  readonly letter: string;
  readonly army: number;
}

/** The camp's place, and the stand that stays in it all game, if any. [TC-9.24] */
export interface PlaceCamp {
  readonly kind: "PlaceCamp";
  readonly pose: Pose;
  readonly garrison?: string;
}

/** A point for each command, in their order, in quanta along the own base edge. [GT-5.7] */
export interface PlaceMarkers {
  readonly kind: "PlaceMarkers";
  readonly points: readonly number[];
}

/** An obstacle 2 MU wide and 1 deep; the pose is the middle of its front. [BC-14.1] */
export interface PlaceObstacle {
  readonly kind: "PlaceObstacle";
  readonly pose: Pose;
}

/** A piece is now in that place, with a pose if it lies on the table. */
export interface Placed {
  readonly kind: "Placed";
  readonly piece: string;
  readonly place: "aside" | "gone" | "hand" | "lost" | "reserve" | "table" | "undeployed";
  readonly pose?: Pose | null;
}

/** An answer to a question of one's own with a unit's ways made anew, towards a point. */
export interface PlanMessage {
  readonly kind: "plan";
  readonly id: string;
  readonly seat: string;
  readonly ask: number;
  readonly action: Action;
  readonly toward: readonly [number, number];
}

/** A card from the hand, with what it is aimed at: a unit, a player, or nothing. */
export interface PlayCard {
  readonly kind: "PlayCard";
  readonly card: string;
  readonly target?: string;
}

/** A card is played while hands play the phase: at what unit, or shot, or at nothing. [RB-21] */
export interface PlayNow {
  readonly kind: "PlayNow";
  readonly card: string;
  readonly target?: string;
}

/** Still here. */
export interface PongMessage {
  readonly kind: "pong";
  readonly id: string;
}

/** A place and a facing, in whole quanta. [TC-0.4] */
export type Pose = readonly [x: number, y: number, ux: number, uy: number];

/** Board, ground, pieces, counters, whose turn it is. Mappings are never written to. */
export interface Position {
  readonly kind: "Position";
  readonly board?: Board;
  readonly chairs?: readonly Chair[];
  readonly areas?: readonly Area[];
  readonly pieces?: Readonly<Record<string, Piece>>;
  readonly counters?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly turn?: number;
  readonly phase?: string;
  readonly active?: readonly string[];
  readonly seals?: Readonly<Record<string, string>>;
  readonly ended?: Ended | null;
}

/** Who sits where now; how many watch, and what those are called who have said it. */
export interface PresenceMessage {
  readonly kind: "presence";
  readonly seats: readonly SeatShown[];
  readonly watching: number;
  readonly watchers: readonly string[];
  readonly next: Next | null;
  readonly absence: number;
  readonly asked: readonly HandoverShown[];
}

/** Why a request was refused: a message key, its parameters, the sentence in English. */
export interface Problem {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly text: string;
}

/** The numbers of those of a piece that are alike: `who` is a piece, or a kind of model. */
export interface ProfileShown {
  readonly who: string;
  readonly count: number;
  readonly rows: readonly RowShown[];
}

/** Why not: a clause, a message key with parameters, the geometry to point at. */
export interface Reason {
  readonly clause: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly sketches: readonly Sketch[];
}

/** A reason of a bot: a message key with parameters. */
export interface ReasonShown {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
}

/** A base with a front: its width along the front edge and its depth behind it. [TC-0.4] */
export interface Rectangle {
  readonly kind: "rectangle";
  readonly width: number;
  readonly depth: number;
}

/** A position file as text; before it is ruled on, a piece may be put elsewhere in it. */
export interface RefereeAsked {
  readonly file: string;
  readonly move?: string;
  readonly at?: readonly [number, number, number];
  readonly tidy?: boolean;
}

/** An outcome in the reader's language: its chance, and as a fraction where that is short. */
export interface RefereeChance {
  readonly says: string;
  readonly chance: number;
  readonly exact: string;
}

/** What a seat may choose at the end of a file, in which window. */
export interface RefereeOption {
  readonly seat: string;
  readonly window: string;
  readonly option: string;
}

/** A piece that can be taken hold of: where it is in the file's units, and on the map. */
export interface RefereePiece {
  readonly piece: string;
  readonly seat: string;
  readonly at: readonly [number, number, number];
  readonly x: number;
  readonly y: number;
  readonly half: number;
  readonly depth: number;
  readonly turn: number;
  readonly radius: number;
}

/** A question that can be put together by hand: what it needs besides its name. */
export interface RefereeQuestion {
  readonly name: string;
  readonly needs: "all" | "chain" | "pair" | "piece" | "seat";
  readonly says: string;
}

/** One case of a file under one choice of settings. */
export interface RefereeRun {
  readonly name: string;
  readonly turns: readonly RefereeTurn[];
  readonly then: readonly string[];
}

/** What the rules say of a position file: what is wrong with it, or the map and every answer. */
export interface RefereeSaid {
  readonly file: string;
  readonly fault: string;
  readonly map: string;
  readonly pieces: readonly RefereePiece[];
  readonly origin: readonly [number, number];
  readonly scale: number;
  readonly runs: readonly RefereeRun[];
  readonly seats: readonly Place[];
  readonly options: readonly RefereeOption[];
}

/** What a system knows at the desk: a file to begin with, its words, what can be asked. */
export interface RefereeSystem {
  readonly file: string;
  readonly types: readonly string[];
  readonly grounds: readonly string[];
  readonly phases: readonly string[];
  readonly counted: boolean;
  readonly board: readonly [number, number];
  readonly settings: Readonly<Record<string, readonly (string | boolean)[]>>;
  readonly says: Readonly<Record<string, string>>;
  readonly questions: readonly RefereeQuestion[];
}

/** Something said or asked, and what came of it; of a question of chances its outcomes. */
export interface RefereeTurn {
  readonly what: string;
  readonly accepted: boolean | null;
  readonly lines: readonly string[];
  readonly unlike: readonly string[];
  readonly drawn: string;
  readonly chances: readonly RefereeChance[];
}

/** A regiment takes a new facing and new files about its middle. [FB-4.17] */
export interface Reform {
  readonly kind: "Reform";
  readonly piece: string;
  readonly ux: number;
  readonly uy: number;
  readonly files?: number;
  readonly swift?: boolean;
}

/** Why not: the clause, a message key with its parameters, and what to point at. */
export interface Refusal {
  readonly kind: "Refusal";
  readonly clause: string;
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly sketches?: readonly Sketch[];
}

/** An offer is refused, or taken back by whoever made it. */
export interface Refuse {
  readonly kind: "Refuse";
  readonly deal: string;
}

/** Something that would help: `says` is a message key, `roster` what the selection would be. */
export interface Remedy {
  readonly says: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly roster: Readonly<Record<string, unknown>>;
}

/** A piece left the table; `by` is whose doing it was, a seat or nobody. */
export interface Removed {
  readonly kind: "Removed";
  readonly piece: string;
  readonly to?: "aside" | "gone" | "hand" | "lost" | "reserve" | "table" | "undeployed";
  readonly by?: string;
  readonly clause?: string;
}

/** The answer to the message of that `id`: it was done, or why not. */
export interface ReplyMessage {
  readonly kind: "reply";
  readonly id: string;
  readonly ok: boolean;
  readonly refusals?: readonly Reason[];
  readonly number?: number | null;
  readonly verdict?: Verdict | null;
  readonly menu?: readonly Action[] | null;
  readonly complete?: boolean;
  readonly hint?: HintShown | null;
  readonly odds?: OddsShown | null;
  readonly measure?: Measured | null;
  readonly explain?: Explained | null;
  readonly aids?: readonly AidShown[] | null;
  readonly standing?: readonly StandingShown[] | null;
  readonly commands?: readonly CommandShown[] | null;
  readonly stages?: readonly StageShown[] | null;
  readonly contest?: ContestShown | null;
  readonly length?: LengthShown | null;
  readonly muster?: readonly MusteredShown[] | null;
  readonly links?: readonly LinkShown[] | null;
  readonly assaults?: readonly AssaultShown[] | null;
  readonly cards?: CardsShown | null;
  readonly facts?: FactsShown | null;
}

/** What happened at the table: losses, who fights whom now, how many are near the objective. */
export interface Report {
  readonly kind: "Report";
  readonly losses?: readonly Loss[];
  readonly fights?: readonly Fight[];
  readonly near?: Readonly<Record<string, number>>;
}

/** A masquerade of one's own is revealed; either stand of a pair will do. [BC-24.3] */
export interface Reveal {
  readonly kind: "Reveal";
  readonly stand: string;
}

/** Pips, in the order of the dice. `proof` lets anyone check a committed roll. */
export interface Roll {
  readonly kind: "Roll";
  readonly pips: readonly number[];
  readonly proof?: string;
}

/** A table as whoever knows its code or id sees it from the door. */
export interface Room {
  readonly battle: string;
  readonly code: string;
  readonly title: string;
  readonly system: string;
  readonly dice: string;
  readonly seats: readonly RoomSeat[];
  readonly you: readonly string[];
  readonly invited: readonly string[];
  readonly waits: readonly string[];
  readonly clock: number;
  readonly notices: readonly string[];
  readonly returns: readonly string[];
  readonly absence: number;
  readonly asked: readonly HandoverShown[];
  readonly host: boolean;
  readonly turn: number;
  readonly phase: string;
  readonly winners: readonly string[] | null;
  readonly archived: boolean;
  readonly damaged: boolean;
  readonly created: number;
  readonly updated: number;
}

/** A seat as it is seen from the door. One that is kept waits for the player it names. */
export interface RoomSeat {
  readonly seat: string;
  readonly side: string;
  readonly name: string;
  readonly held_by: "bot" | "kept" | "open" | "person" | "you";
  readonly player: string;
  readonly bot: string;
  readonly away: number | null;
  readonly seen_by: readonly SeenBy[];
  readonly changes: "absent" | "ask" | "free" | "wait";
}

/** The battles that the asker may see, the newest first. */
export interface Rooms {
  readonly battles: readonly Room[];
}

/** A roster with its bill and everything found about it; points are halves. */
export interface RosterShown {
  readonly id: string;
  readonly label: string;
  readonly list_key: string;
  readonly list_name: string;
  readonly year: number;
  readonly stands: readonly StandsShown[];
  readonly stand_count: number;
  readonly half_points: number;
  readonly legal: boolean;
  readonly findings: readonly FindingShown[];
}

/** A line about a piece: what it is called, its value, why, and what is to be said of it. */
export interface RowShown {
  readonly key: string;
  readonly name: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
  readonly value: number | string;
  readonly form: "length" | "needs" | "number" | "percent";
  readonly clause: string;
  readonly parts: readonly Modifier[];
  readonly notes: readonly SaidShown[];
}

/** Cites and explains; changes nothing. Log, tooltip and tests all read these. */
export interface Ruled {
  readonly kind: "Ruled";
  readonly clause: string;
  readonly key: string;
  readonly params?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly tallies?: readonly Tally[];
  readonly cites?: readonly string[];
}

/** A sentence about something, and the clause that it is from. */
export interface SaidShown {
  readonly key: string;
  readonly clause: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
}

/** A moment of a battle to practise from. `title` and `note` are message keys. */
export interface ScenarioShown {
  readonly scenario: string;
  readonly system: string;
  readonly title: string;
  readonly note: string;
  readonly seats: readonly Place[];
}

/** A digest that binds a seat to what it may not change until it is opened. */
export interface Sealed {
  readonly kind: "Sealed";
  readonly seal: string;
  readonly digest: string;
}

/** Who is to sit at a seat of a new battle, with which army. */
export interface SeatAsked {
  readonly seat?: string;
  readonly held_by?: "bot" | "open" | "you";
  readonly player?: string;
  readonly bot?: string;
  readonly roster?: string | Readonly<Record<string, unknown>> | null;
  readonly company?: string;
}

/** A seat is given back, to whoever claims it next or to a bot. */
export interface SeatChange {
  readonly to: "bot" | "open";
  readonly bot?: string;
  readonly ask?: boolean;
}

/** A seat and who holds it. `here` says whether a person is looking at the table now. */
export interface SeatShown {
  readonly seat: string;
  readonly side: string;
  readonly name: string;
  readonly held_by: "bot" | "kept" | "open" | "person" | "you";
  readonly player: string;
  readonly bot: string;
  readonly away: number | null;
  readonly seen_by: readonly SeenBy[];
  readonly changes: "absent" | "ask" | "free" | "wait";
  readonly here: boolean;
}

/** What a seat has put into the dice: the digest it is bound by, words that came and did not. */
export interface SeatWords {
  readonly seat: string;
  readonly digest: string;
  readonly said: number;
  readonly lacked: number;
  readonly bound: boolean;
}

/** A seat changed hands, outside the rules and for all to see. [docs/seats.md] */
export interface Seated {
  readonly kind: "Seated";
  readonly seat: string;
  readonly was: Holder;
  readonly now: Holder;
  readonly why: string;
  readonly by?: string;
  readonly away?: number;
  readonly agreed?: readonly string[];
  readonly also?: readonly string[];
  readonly founder?: boolean;
  readonly hand?: number;
  readonly secrets?: number;
}

/** Somebody who held a seat and has seen what it hides, up to that turn. */
export interface SeenBy {
  readonly name: string;
  readonly turn: number;
}

/** A part of the points bar: stands of one type, or a card. */
export interface SegmentShown {
  readonly kind: "card" | "stands";
  readonly code: string;
  readonly count: number;
  readonly half_points: number;
}

/** A setting with its name, as a page offers it. */
export interface SettingShown {
  readonly type: "flag" | "length" | "number" | "points" | "word" | "words";
  readonly clause: string;
  readonly says: string;
  readonly default: unknown;
  readonly allowed: readonly unknown[];
  readonly none: boolean;
  readonly unit: string;
  readonly name: string;
}

/** One weapon of one model: at whom, and with how many attacks where they are shared out. */
export interface Share {
  readonly kind: "Share";
  readonly model: string;
  readonly weapon: string;
  readonly target: string;
  readonly attacks?: number;
  readonly close?: boolean;
}

/** A card of the printed roster: for whom, how many, what it costs here; its text is a word. */
export interface SheetCard {
  readonly code: string;
  readonly clause: string;
  readonly where: readonly string[];
  readonly copies: number;
  readonly half_points: number;
  readonly once: boolean;
}

/** A line of the printed roster: the stands of one type in one option, and how they fight. */
export interface SheetRow {
  readonly option: string;
  readonly description: string;
  readonly code: string;
  readonly stands: number;
  readonly each: number;
  readonly core: string;
  readonly order: string;
  readonly move: number;
  readonly slow: number | null;
  readonly foot: number;
  readonly mounted: number;
  readonly shot_at: number | null;
  readonly shooting: number | null;
  readonly range: number | null;
  readonly surcharge: number;
  readonly pursues: string;
  readonly shattered: readonly BeatenShown[];
  readonly leads: boolean;
  readonly allied: boolean;
  readonly cards: readonly string[];
}

/** A line of the quick reference: a clause and what it says. */
export interface SheetRule {
  readonly clause: string;
  readonly says: string;
}

/** The printed roster: what of it an enemy may see comes from the same records. */
export interface SheetShown {
  readonly army: ArmyShown;
  readonly rows: readonly SheetRow[];
  readonly cards: readonly SheetCard[];
  readonly rules: readonly SheetRule[];
  readonly camp_half_points: number;
  readonly breaks: number;
  readonly data_version: string;
  readonly rules_version: string;
}

/** To any pose, moving and turning evenly: one base only, or a body kept rigid. [TC-5.2] */
export interface Shift {
  readonly kind: "shift";
  readonly pose: Pose;
}

/** A unit fires: each weapon of each model, at whom. All is declared before any dice. [SK-74] */
export interface Shoot {
  readonly kind: "Shoot";
  readonly unit: string;
  readonly shares: readonly Share[];
}

/** A type or a card of two rosters: how much each has of it and pays for it, in halves. */
export interface SideRow {
  readonly kind: "card" | "stands";
  readonly code: string;
  readonly where: string;
  readonly about: string;
  readonly one: number;
  readonly other: number;
  readonly one_points: number;
  readonly other_points: number;
}

/** Two armies, and row by row what each has. */
export interface SidesShown {
  readonly one: ArmyShown;
  readonly other: ArmyShown;
  readonly rows: readonly SideRow[];
}

/** Whether one piece sees another, by which clause; what is in the way of the line, if not. */
export interface SightShown {
  readonly sees: boolean;
  readonly clause: string;
  readonly sketches: readonly Sketch[];
  readonly pieces: readonly string[];
  readonly grounds: readonly string[];
  readonly seeing: number;
  readonly of: number;
}

/** A size of the game: its points, and its commands if armies are divided. [AL-9.1, GT-1.1] */
export interface SizeShown {
  readonly name: string;
  readonly half_points: number;
  readonly commands: number;
}

/** Geometry that shows a ruling: a named outline, line or point, in quanta. */
export interface Sketch {
  readonly kind: "Sketch";
  readonly key: string;
  readonly points: readonly (readonly [number, number])[];
}

/** Straight to the right, or to the left if below zero. [TC-5.23] */
export interface Slide {
  readonly kind: "slide";
  readonly distance: number;
}

/** The fold of this audience's first `number` events, with their `mark`: what it knows now. */
export interface SnapshotMessage {
  readonly kind: "snapshot";
  readonly number: number;
  readonly mark: string;
  readonly position: Position;
  readonly asks: readonly Ask[];
}

/** Words to an audience: seats, sides, or all when empty. They bind nobody. */
export interface Speak {
  readonly kind: "Speak";
  readonly text: string;
  readonly to?: readonly string[];
}

/** The army in its commands, the overall commander's first. [GT-4.1] */
export interface Split {
  readonly kind: "Split";
  readonly commands: readonly CommandSaid[];
}

/** A stage of setting out, whose it is: done, now or ahead. No seat where it is everybody's. */
export interface StageShown {
  readonly key: string;
  readonly clause: string;
  readonly seat: string;
  readonly state: string;
}

/** A unit that may be bribed, or is: whose it is, what it is worth in half points. */
export interface StakeShown {
  readonly unit: string;
  readonly owner: string;
  readonly worth: number;
  readonly least: number;
  readonly most: number;
  readonly sure: number;
  readonly says: readonly SaidShown[];
}

/** How a seat's side stands: what it has lost, what decides the battle, who leads the side. */
export interface StandingShown {
  readonly seat: string;
  readonly side: string;
  readonly leader: string;
  readonly lost: number;
  readonly decides: number;
  readonly clause: string;
  readonly says: string;
}

/** Stands of one type in one option of a roster; points are halves. */
export interface StandsShown {
  readonly option: string;
  readonly description: string;
  readonly code: string;
  readonly name: string;
  readonly stands: number;
  readonly half_points: number;
  readonly allied: boolean;
  readonly leads: boolean;
}

/** Where one piece of a body ended. */
export interface Step {
  readonly kind: "Step";
  readonly piece: string;
  readonly pose: Pose;
}

/** Everything that happened up to now, told in a language; `start` is the first line's number. */
export interface StoryMessage {
  readonly kind: "story";
  readonly lang: string;
  readonly count: number;
  readonly from: number;
  readonly lines: readonly Line[];
}

/** How the attacks of a unit are shared out: model, weapon, target, number. [SK-108] */
export interface Strike {
  readonly kind: "Strike";
  readonly unit: string;
  readonly shares: readonly Share[];
}

/** A band of even width along a bent line, such as a stream; its bends are round. [TC-7.34] */
export interface Strip {
  readonly kind: "strip";
  readonly points: readonly (readonly [number, number])[];
  readonly width: number;
}

/** Bow stands are set aside, and stands are supported by them for all game. [BC-7.1] */
export interface Support {
  readonly kind: "Support";
  readonly bows: readonly string[];
  readonly stands: readonly string[];
}

/** A game that can be played: its places, one set for each number of seats, its settings. */
export interface SystemShown {
  readonly system: string;
  readonly name: string;
  readonly quanta: number;
  readonly unit: string;
  readonly seats: readonly (readonly Place[])[];
  readonly settings: readonly SettingShown[];
  readonly terrain: readonly TerrainShown[];
  readonly rosters: boolean;
  readonly by_hand: boolean;
  readonly models: boolean;
  readonly reported: boolean;
  readonly coins: readonly CoinShown[];
  readonly designs: readonly DesignShown[];
  readonly anytime: readonly string[];
  readonly armies: readonly HostShown[];
  readonly hires: string;
  readonly companies: readonly CompanyShown[];
  readonly bot: string;
}

/** A stand comes on in that form, with those others; it may change until its step is done. */
export interface TakeForm {
  readonly kind: "TakeForm";
  readonly piece: string;
  readonly form: string;
  readonly others?: readonly string[];
}

/** A total with its reasons: the die, if one was rolled, and every modifier. */
export interface Tally {
  readonly kind: "Tally";
  readonly who: string;
  readonly die: number;
  readonly parts: readonly Modifier[];
}

/** Tell everything again, and what follows, in another language: the answer is `story`. */
export interface TellMessage {
  readonly kind: "tell";
  readonly lang: string;
}

/** What an offer would move: both sides' tokens, cards by id, and a promise in words. */
export interface Terms {
  readonly kind: "Terms";
  readonly tokens?: number;
  readonly cards?: readonly string[];
  readonly wants?: number;
  readonly wanted?: readonly string[];
  readonly words?: string;
}

/** A kind of ground: what it is to walk on, hides and gives cover, and whether it is high. */
export interface TerrainShown {
  readonly key: string;
  readonly going: string;
  readonly sight: string;
  readonly hill: boolean;
  readonly clause: string;
  readonly cover: string;
  readonly says: readonly SaidShown[];
}

/** Words from a seat to an audience: all when empty. */
export interface Told {
  readonly kind: "Told";
  readonly seat: string;
  readonly text: string;
  readonly to?: readonly string[];
}

/** One model's way: points that its pose's place goes through, the facing and level it ends on. */
export interface Trail {
  readonly kind: "Trail";
  readonly model: string;
  readonly points?: readonly (readonly [number, number])[];
  readonly ux?: number;
  readonly uy?: number;
  readonly level?: number;
}

/** So many of one kind: a troop type, or a unit by its name or its sheet. */
export interface TroopsShown {
  readonly name: string;
  readonly count: number;
}

/** One troop type of an option: what a stand costs here, how many there are, what may change. */
export interface TypeShown {
  readonly code: string;
  readonly each: number;
  readonly stands: number;
  readonly half_points: number;
  readonly least: number;
  readonly most: number;
  readonly may_lead: boolean;
  readonly leads: boolean;
  readonly split: readonly number[];
}

/** Take the seat's last choice back, as long as nobody learned anything by it. */
export interface UndoMessage {
  readonly kind: "undo";
  readonly id: string;
  readonly seat: string;
}

/** The battle went back to the choice after which `kept` events had happened. */
export interface Undone {
  readonly kind: "Undone";
  readonly kept: number;
  readonly seat: string;
}

/** The camp will be the herds, not the fortified one; said before it is placed. [BC-18.3] */
export interface UseHerds {
  readonly kind: "UseHerds";
}

/** A stratagem is used at the table, and paid for here. [RB-30] */
export interface UseStratagem {
  readonly kind: "UseStratagem";
  readonly stratagem: string;
}

/** The camp will be a wagon of that width in quanta, 4 to 6 MU. [BC-19.1] */
export interface UseWagon {
  readonly kind: "UseWagon";
  readonly width: number;
}

/** What the rules say of an action before it is taken: menus, previews and acceptance agree. */
export interface Verdict {
  readonly kind: "Verdict";
  readonly refusals?: readonly Refusal[];
  readonly cost?: number;
  readonly distance?: number;
  readonly limit?: number;
  readonly poses?: readonly (readonly [string, Pose])[];
  readonly contacts?: readonly Contact[];
  readonly via?: readonly (readonly (readonly [string, Pose])[])[];
}

/** A question that can be answered now, as everybody may know it. */
export interface Waited {
  readonly id: number;
  readonly seat: string;
  readonly window: string;
}

/** Whom the table waits for, and which of one's own seats may take its last choice back. */
export interface WaitingMessage {
  readonly kind: "waiting";
  readonly asks: readonly Waited[];
  readonly undo: readonly string[];
  readonly sealed: Readonly<Record<string, string>>;
  readonly thinking: readonly string[];
}

/** A unit's models go their ways, in the order given: a move, an advance, or falling back. */
export interface Walk {
  readonly kind: "Walk";
  readonly unit: string;
  readonly mode?: string;
  readonly trails?: readonly Trail[];
  readonly aboard?: string;
}

/** One of several ways to say the same, with so many dice, and how likely it succeeds. */
export interface WayShown {
  readonly action: Readonly<Record<string, unknown>>;
  readonly dice: number;
  readonly chance: number;
  readonly against: number;
  readonly mishap: number;
}

/** The answer to `hello`: which battle this is, and who one is in it. */
export interface WelcomeMessage {
  readonly kind: "welcome";
  readonly protocol: number;
  readonly battle: string;
  readonly title: string;
  readonly system: string;
  readonly engine: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly dice: string;
  readonly words: readonly string[];
  readonly hints: string;
  readonly seats: readonly SeatShown[];
  readonly you: readonly string[];
  readonly host: boolean;
  readonly code: string;
  readonly stream: string;
  readonly events_from: number;
  readonly set_back: boolean;
  readonly archived: boolean;
}

/** About the front corner of the body's left or right end, to a new facing. [TC-5.6] */
export interface Wheel {
  readonly kind: "wheel";
  readonly side: "left" | "right";
  readonly ux: number;
  readonly uy: number;
}

/** A question is closed without an answer. */
export interface Withdrawn {
  readonly kind: "Withdrawn";
  readonly ask: number;
}

/** The next word of a seat for the dice that wait. */
export interface WordMessage {
  readonly kind: "word";
  readonly seat: string;
  readonly word: string;
}

/** A part of a clause's text; with `clause` it is the name of another. */
export interface Worded {
  readonly text: string;
  readonly clause: string;
}

/** What the dice follow from: the table's secret, of which this is the digest, and words. */
export interface WordsMessage {
  readonly kind: "words";
  readonly digest: string;
  readonly wanted: number;
  readonly waits: readonly string[];
  readonly seats: readonly SeatWords[];
}

/** A text, and the name and type of a file for it. */
export interface Written {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** Years, both ends included; BC is negative. */
export interface YearsShown {
  readonly start: number;
  readonly end: number;
}

/** What a field holds where a record leaves it out. */
export const DEFAULTS = {
  Answered: {"secret":false,"stood_in":false},
  Ask: {"about":[],"count":1,"counted_from":[],"depth":0,"dice":0,"draw":[],"id":0,"needed":null,"options":[],"salt":[],"says":[],"secret":false,"sides":6,"sums_from":[]},
  Bribe: {"words":""},
  Cast: {"boosted":false},
  Chair: {"name":""},
  CommandSaid: {"entry":"","modifier":0},
  Draw: {"proof":""},
  Give: {"cards":[],"tokens":0},
  Holder: {"held":"open","name":""},
  Loss: {"by":"","models":0},
  Manoeuvre: {"march":false},
  Mark: {"until":""},
  Modifier: {"group":""},
  Move: {"forming":false},
  Moved: {"way":"move"},
  Needed: {"counts":[],"least":0,"most":0,"params":{},"parts":[],"together":false},
  Offer: {"private":false},
  Piece: {"army":"","command":"","marks":[],"place":"undeployed","pose":null,"shape":null,"traits":[],"truth":"","unit":""},
  PlaceCamp: {"garrison":""},
  Placed: {"pose":null},
  PlayCard: {"target":""},
  PlayNow: {"target":""},
  Position: {"active":[],"areas":[],"board":{"kind":"Board","width":0,"depth":0},"chairs":[],"counters":{},"ended":null,"phase":"","pieces":{},"seals":{},"turn":0},
  Reform: {"files":0,"swift":false},
  Refusal: {"params":{},"sketches":[]},
  Removed: {"by":"","clause":"","to":"lost"},
  ReplyMessage: {"aids":null,"assaults":null,"cards":null,"commands":null,"complete":true,"contest":null,"explain":null,"facts":null,"hint":null,"length":null,"links":null,"measure":null,"menu":null,"muster":null,"number":null,"odds":null,"refusals":[],"stages":null,"standing":null,"verdict":null},
  Report: {"fights":[],"losses":[],"near":{}},
  Roll: {"proof":""},
  Ruled: {"cites":[],"params":{},"tallies":[]},
  Seated: {"agreed":[],"also":[],"away":0,"by":"","founder":false,"hand":0,"secrets":0},
  Share: {"attacks":0,"close":false},
  Speak: {"to":[]},
  TakeForm: {"others":[]},
  Terms: {"cards":[],"tokens":0,"wanted":[],"wants":0,"words":""},
  Told: {"to":[]},
  Trail: {"level":0,"points":[],"ux":0,"uy":0},
  Verdict: {"contacts":[],"cost":0,"distance":0,"limit":0,"poses":[],"refusals":[],"via":[]},
  Walk: {"aboard":"","mode":"move","trails":[]},
} as const;
