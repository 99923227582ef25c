namespace EFCore.MySqlBulk.IntegrationTests.Chinook;

/// <summary>Stores what happens to a shop.</summary>
internal interface IShopStore : IAsyncDisposable
{
    /// <summary>Rows that hand on unique values to each other can be stored together.</summary>
    bool OrdersUniqueValues { get; }

    /// <summary>Stores one step.</summary>
    Task StoreAsync(Changes changes);

    /// <summary>What the context tracks: the states and values of all entries; empty if it tracks nothing.</summary>
    IReadOnlyList<string> Tracked();
}
