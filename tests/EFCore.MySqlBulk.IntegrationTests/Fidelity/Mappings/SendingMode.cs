namespace EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;

/// <summary>How a call of ours is made.</summary>
/// <param name="IsAsync">It is the asynchronous one.</param>
/// <param name="Strategy">The strategy that is forced.</param>
/// <param name="Pipelining">Whether pipelining is forced.</param>
/// <param name="BatchRows">Rows in a statement.</param>
internal sealed record SendingMode(bool IsAsync, BulkStrategy? Strategy, BulkPipelining? Pipelining, int? BatchRows);
