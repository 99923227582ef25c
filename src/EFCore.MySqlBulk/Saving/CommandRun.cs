using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Consecutive modification commands that are sent in the same way.</summary>
/// <param name="Table">The columns that they share, if they can share statements; <see langword="null" /> if the provider's own batches send them.</param>
/// <param name="Reason">Why the provider's own batches send them.</param>
/// <param name="Commands">The commands.</param>
internal sealed record CommandRun(CommandTable? Table, string Reason, ArraySegment<IReadOnlyModificationCommand> Commands);
