using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Rejecting;

/// <summary>A row on which a value converter of the model throws is set aside; without Rejected, the caller gets what it has thrown.</summary>
[BothServers]
public abstract class RejectedConverterTests(Servers servers, ServerKind kind)
{
    private static readonly int[] Bad = [0, 17, 18, 59];

    public static TheoryData<BulkStrategy?, int> Cases { get; } =
        [.. from strategy in (BulkStrategy?[])[null, BulkStrategy.LoadData, .. EveryStrategy.Inserts.Select(strategy => (BulkStrategy?)strategy)] from count in new[] { 60, 3_500 } select (strategy, count)];

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task An_inserted_row_is_set_aside(BulkStrategy? strategy, int count)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Candidate> rows = New(count);
        BulkInsertOptions options = new() { Strategy = strategy };

        await Assert.ThrowsAsync<FormatException>(() => context.BulkInsertAsync(rows, options, Token));
        BulkResult result = await context.BulkInsertAsync(rows, options with { Rejected = RejectedRows.Collect() }, Token);

        Assert.Equal(Bad.Select(row => (row, 0, true)), result.Rejected.Select(row => (row.RowIndex, row.ErrorNumber, row.Message.Contains("'never'", StringComparison.Ordinal))));
        Assert.Equal(rows.Where((_, i) => !Bad.Contains(i)).Select(row => (row.Id, row.Text)), await StoredAsync(database));
        Assert.All(Bad, row => Assert.Equal(0, rows[row].Id));
    }

    [Theory]
    [InlineData(60)]
    [InlineData(3_500)]
    public async Task A_changed_row_is_set_aside(int count)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Candidate> rows = New(count);
        Bad.ToList().ForEach(row => rows[row].Text = "2026-01-01");
        await context.BulkInsertAsync(rows, cancellationToken: Token);
        rows.ForEach(row => row.Text = "2027-01-01");
        Bad.ToList().ForEach(row => rows[row].Text = "never");

        BulkResult updated = await context.BulkUpdateAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);
        BulkResult again = await context.BulkInsertOrUpdateAsync(rows, new() { Rejected = RejectedRows.Collect() }, Token);

        Assert.All([updated, again], result => Assert.Equal(Bad, result.Rejected.Select(row => row.RowIndex)));
        Assert.Equal(rows.Select((row, i) => (row.Id, Bad.Contains(i) ? "2026-01-01" : "2027-01-01")), (await StoredAsync(database)).Select(row => (row.Id, row.Text!)));
    }

    private static List<Candidate> New(int count) => [.. Enumerable.Range(0, count).Select(i => new Candidate { Number = i, Text = Bad.Contains(i) ? "never" : "2026-01-01" })];

    private Task<TestDatabase> CreateAsync() => servers.OfAsync(kind, Servers.Roomy).CreateAsync(
        model => model.Entity<Candidate>().ToTable("candidates").Property(row => row.Text).HasConversion(
            text => DateOnly.ParseExact(text!, "yyyy-MM-dd", CultureInfo.InvariantCulture), day => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)),
        "AllowLoadLocalInfile=True");

    private static async Task<List<(int Id, string? Text)>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return [.. (await context.Set<Candidate>().AsNoTracking().OrderBy(row => row.Id).ToListAsync(Token)).Select(row => (row.Id, row.Text))];
    }
}
