using EFCore.MySqlBulk.IntegrationTests.Support.Databases;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>A user with all rights on one test's database. Dropped at the end.</summary>
internal sealed class Account : IAsyncDisposable
{
    private readonly TestDatabase _database;

    private Account(TestDatabase database) => _database = database;

    public string Name => "u" + _database.Name[2..];

    public static async Task<Account> CreateAsync(TestDatabase database, string identified)
    {
        Account account = new(database);
        await database.ExecuteAsync($"CREATE USER '{account.Name}'@'%' {identified}", $"GRANT ALL ON `{database.Name}`.* TO '{account.Name}'@'%'");
        return account;
    }

    public async ValueTask DisposeAsync() => await _database.ExecuteAsync($"DROP USER '{Name}'@'%'");
}
