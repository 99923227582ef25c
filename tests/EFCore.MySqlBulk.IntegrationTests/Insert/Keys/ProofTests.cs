using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert.Keys;

/// <summary>Correct keys are not mistaken for keys that a trigger has set.</summary>
[BothServers]
public abstract class ProofTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_converter_that_writes_the_same_text_differently_each_time_is_no_trigger(bool otherColumns)
    {
        int written = 0;
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Letter>(letter =>
        {
            letter.ToTable("letters");
            // Like a cipher with a random initialization vector.
            letter.Property(l => l.Text).HasConversion(text => Interlocked.Increment(ref written).ToString("D9", CultureInfo.InvariantCulture) + text, stored => stored.Substring(9));
            if (!otherColumns)
                letter.Ignore(l => l.Number);
        }));
        await using ModelContext context = database.Context();
        List<Letter> letters = [.. Enumerable.Range(1, 300).Select(i => new Letter { Text = i % 2 == 0 ? "same" : $"text {i}", Number = i / 50 })];

        BulkResult result = await context.BulkInsertAsync(letters, cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal((BulkStrategy.MultiRowValues, 1), (result.Strategy, result.Statements));
        Assert.Equal(
            letters.Select(letter => (letter.Id, letter.Text)),
            (await context.Set<Letter>().AsNoTracking().OrderBy(l => l.Id).ToListAsync(TestContext.Current.CancellationToken)).Select(letter => (letter.Id, letter.Text)));
    }

    [Fact]
    public async Task A_trigger_that_changes_all_contents_is_not_mistaken_for_one_that_sets_keys()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Letter>().ToTable("letters"));
        await database.ExecuteAsync("CREATE TRIGGER stamp BEFORE INSERT ON letters FOR EACH ROW SET NEW.Text = CONCAT(NEW.Text, ' stamped'), NEW.Number = NEW.Number + 1000");
        await using ModelContext context = database.Context();
        List<Letter> letters = [.. Enumerable.Range(1, 50).Select(i => new Letter { Text = $"text {i}", Number = i })];

        BulkResult result = await context.BulkInsertAsync(letters, cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal((BulkStrategy.MultiRowValues, 1), (result.Strategy, result.Statements));
        Assert.Equal(
            letters.Select(letter => (letter.Id, letter.Text + " stamped")),
            (await context.Set<Letter>().AsNoTracking().OrderBy(l => l.Id).ToListAsync(TestContext.Current.CancellationToken)).Select(letter => (letter.Id, letter.Text)));
    }

    [Fact]
    public async Task Unsigned_keys_above_the_range_of_signed_ones_are_given_by_every_strategy()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Wide>().ToTable("wides"));
        await database.ExecuteAsync("ALTER TABLE wides AUTO_INCREMENT = 9223372036854775900");
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            await using ModelContext context = database.Context();
            List<Wide> rows = [.. Enumerable.Range(1, 30).Select(i => new Wide { Number = i })];

            BulkResult result = await context.BulkInsertAsync(rows, new() { Strategy = strategy }, TestContext.Current.CancellationToken);

            Assert.Equal(strategy, result.Strategy);
            Assert.All(rows, row => Assert.True(row.Id > long.MaxValue));
            Assert.Equal(
                rows.Select(row => (row.Id, row.Number)),
                (await context.Set<Wide>().AsNoTracking().OrderBy(w => w.Id).ToListAsync(TestContext.Current.CancellationToken)).Select(row => (row.Id, row.Number)));
            await database.ExecuteAsync("DELETE FROM wides");
        }
    }

    private sealed class Letter
    {
        public long Id { get; set; }

        public string Text { get; set; } = "";

        public int Number { get; set; }
    }

    private sealed class Wide
    {
        public ulong Id { get; set; }

        public int Number { get; set; }
    }
}
