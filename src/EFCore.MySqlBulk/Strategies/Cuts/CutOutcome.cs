using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies.Cuts;

/// <summary>The outcome of rows that were cut into statements.</summary>
/// <param name="Tried">How many of the first ones were stored or refused alone.</param>
/// <param name="Stored">Those that were stored.</param>
/// <param name="Outcome">Their outcome.</param>
/// <param name="Refused">Those that were refused alone.</param>
/// <param name="Next">Why the flight ended there; <see langword="null" /> if nothing more was refused.</param>
internal sealed record CutOutcome(int Tried, BulkRow[] Stored, StatementOutcome Outcome, IReadOnlyList<(BulkRow Row, Exception Error)> Refused, RefusedRows? Next);

/// <summary>Rows that were refused together.</summary>
/// <param name="Rows">Their number.</param>
/// <param name="Error">Why.</param>
/// <param name="AreFirst">Whether they were those sent first, so that what was sent behind them has to be taken back.</param>
internal sealed record RefusedRows(int Rows, Exception Error, bool AreFirst);
