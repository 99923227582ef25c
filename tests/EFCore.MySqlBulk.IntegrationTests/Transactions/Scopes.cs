namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>Connector/NET keeps the ambient transactions that begin on a thread on one stack, and commits or rolls back the last of them, whichever ends.</summary>
internal static class Scopes
{
    public const string OneAtATime = "Ambient transactions";
}
