using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.NewLife;

/// <summary>NewLife.MySql is used only if it is allowed, and the reason says what ruled it out.</summary>
[BothServers]
public abstract class NewLifeSelectionTests(Servers servers, ServerKind kind)
{
    private const string Rename = "UPDATE tickets SET Name = {1} WHERE Token = {0}";

    [Fact]
    public async Task An_array_batch_goes_over_it_and_leaves_no_files()
    {
        await using NewLifeDatabase database = await CreateAsync("SslMode=Disabled");
        await using ModelContext context = database.Context();

        Assert.Equal(BulkStrategy.PipelinedArrayBatch, (await RenameAsync(context)).Strategy);

        DateTime start = Process.GetCurrentProcess().StartTime.ToUniversalTime();
        string[] folders = [AppContext.BaseDirectory, Environment.CurrentDirectory, Path.GetTempPath()];
        string[] files = ["Config/Core.config", "Data/machine_info.json", "machine_info.json"];
        Assert.DoesNotContain(folders.SelectMany(folder => files.Select(file => Path.Combine(folder, file))), path => File.GetLastWriteTimeUtc(path) >= start);
    }

    [Fact]
    public async Task Set_based_strategies_stay_on_the_context_s_connection()
    {
        await using NewLifeDatabase database = await CreateAsync("SslMode=Disabled");
        await using ModelContext context = database.Context();

        BulkResult result = await context.BulkInsertAsync(Tickets.New(3_000, first: 1_000));

        Assert.Equal((BulkStrategy.MultiRowValues, "each statement is answered before the next: few long ones of literals cost fewer round trips"), (result.Strategy, result.Reason));
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertAsync(Tickets.New(10, first: 5_000), new() { Pipelining = BulkPipelining.Always }));
        Assert.Contains("the other driver supports PipelinedArrayBatch only", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task In_an_open_transaction_the_rows_share_its_fate()
    {
        await using NewLifeDatabase database = await CreateAsync("SslMode=Disabled");
        await using ModelContext context = database.Context();
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync())
            AssertReason("a transaction is open", await RenameAsync(context));
        Assert.DoesNotContain("renamed", (await Tickets.StoredAsync(context)).Select(t => t.Name));
    }

    [Fact]
    public async Task An_encrypted_context_does_not_use_it()
    {
        await using NewLifeDatabase database = await CreateAsync("SslMode=Preferred");
        await using ModelContext context = database.Context();
        bool encrypted = (await database.Own.QueryAsync("SHOW SESSION STATUS LIKE 'Ssl_cipher'")) is [[_, string { Length: > 0 }]];

        BulkResult result = await RenameAsync(context);

        if (kind == ServerKind.MySql)
            Assert.True(encrypted);
        if (encrypted)
            AssertReason("NewLife.MySql cannot encrypt, and the context's session is encrypted", result);
        else
            Assert.Equal(BulkStrategy.PipelinedArrayBatch, result.Strategy);
    }

    [Fact]
    public async Task A_login_that_fails_says_so()
    {
        await using NewLifeDatabase database = await CreateAsync("SslMode=Disabled");
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await database.Plain.ExecuteAsync($"ALTER USER '{database.User}'@'%' ACCOUNT LOCK");

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => RenameAsync(context, BulkPipelining.Always));
        Assert.Contains("the connection of NewLife.MySql failed", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith("Nothing was sent.", refused.Message, StringComparison.Ordinal);
        Assert.Equal(200, (await RenameAsync(context)).RowsAffected);
    }

    private static void AssertReason(string reason, BulkResult result)
    {
        Assert.Equal(BulkStrategy.MultiStatement, result.Strategy);
        Assert.Contains(reason, result.Reason, StringComparison.Ordinal);
        Assert.Equal(200, result.RowsAffected);
    }

    private static Task<BulkResult> RenameAsync(ModelContext context, BulkPipelining? pipelining = null)
        => context.BulkExecuteRawAsync(Enumerable.Range(1, 200), Rename, token => (token, "renamed"), new() { Pipelining = pipelining });

    private async Task<NewLifeDatabase> CreateAsync(string connection)
    {
        NewLifeDatabase database = await NewLifeDatabase.CreateAsync(await servers.OfAsync(kind), Tickets.Model, connection);
        await Tickets.SeedAsync(database.Plain, 200);
        return database;
    }
}
