namespace EFCore.MySqlBulk.IntegrationTests.Plans;

/// <summary>What a server believes of a table when it plans a statement.</summary>
public enum Statistics
{
    Fresh,
    None,
    Stale,
    AfterRollback,
    OfEmptyTable,
}
