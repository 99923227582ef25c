using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.NewLife;

/// <summary>Rows sent over NewLife.MySql are stored just like rows sent over the context's connection.</summary>
[BothServers]
public abstract class NewLifeRoundTripTests(Servers servers, ServerKind kind)
{
    private const BulkStrategy Array = BulkStrategy.PipelinedArrayBatch;

    [Theory]
    [InlineData("de-DE", true)]
    [InlineData("sv-SE", false)]
    [InlineData("th-TH", true)]
    [InlineData("ar-SA", false)]
    public async Task Values_are_stored_as_row_by_row(string culture, bool isAsync)
    {
        await using NewLifeDatabase database = await CreateAsync(Sample.Model);
        List<Sample> samples = Sample.New(1_200);
        await using (ModelContext plain = database.Own.Context())
            await plain.BulkInsertAsync(Sample.New(1_200), new() { Strategy = BulkStrategy.RowByRow });
        List<object?[]> expected = await database.Plain.QueryAsync(Sample.Stored);
        await database.Plain.ExecuteAsync("DELETE FROM samples");
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
            await using ModelContext context = database.Context();

            BulkResult inserted = await context.InsertAsync(isAsync, samples, new() { Strategy = Array });

            Assert.Equal((Array, 1_200, 1_200L), (inserted.Strategy, inserted.Statements, inserted.RowsInserted));
            Assert.Equal(expected, await database.Plain.QueryAsync(Sample.Stored));
            Assert.Contains("23:59:59.234561", Assert.IsType<string>(expected[1][0]), StringComparison.Ordinal);
            Assert.Equal(samples.Select(s => (s.Token, s.Id)), await context.Set<Sample>().OrderBy(s => s.Token).Select(s => ValueTuple.Create(s.Token, s.Id)).ToListAsync());

            samples.ForEach(sample => sample.Change());
            await using (ModelContext plain = database.Own.Context())
                await plain.BulkUpdateAsync(samples, new() { Strategy = BulkStrategy.RowByRow });
            expected = await database.Plain.QueryAsync(Sample.Stored);
            await database.Plain.ExecuteAsync("UPDATE samples SET Exact=0,Moment='2000-01-01',Length=0,Flag=0,Word='x',Code=NULL,Raw='x'");

            BulkResult updated = isAsync ? await context.BulkUpdateAsync(samples, new() { Strategy = Array }) : context.BulkUpdate(samples, new() { Strategy = Array });

            Assert.Equal((Array, 1_200L), (updated.Strategy, updated.RowsUpdated));
            Assert.Equal(expected, await database.Plain.QueryAsync(Sample.Stored));

            BulkResult deleted = isAsync ? await context.BulkDeleteAsync(samples, new() { Strategy = Array }) : context.BulkDelete(samples, new() { Strategy = Array });

            Assert.Equal((Array, 1_200L), (deleted.Strategy, deleted.RowsDeleted));
            Assert.Empty(await database.Plain.QueryAsync(Sample.Stored));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(127, false)]
    [InlineData(128, true)]
    [InlineData(129, true)]
    [InlineData(500, true)]
    [InlineData(501, false)]
    [InlineData(20_000, true)]
    public async Task Each_row_runs_and_reports_what_it_affected(int rows, bool isAsync)
    {
        await using NewLifeDatabase database = await CreateAsync(Tickets.Model);
        List<Ticket> tickets = await Tickets.SeedAsync(database.Plain, rows);
        await using ModelContext context = database.Context();
        BulkExecuteOptions options = new() { Strategy = Array, ReturnAffected = true };
        const string Rename = "UPDATE tickets SET Name = CONCAT({0}, {1}, '😀') WHERE Token = {1} AND Score <= {2} -- a comment";
        Func<Ticket, (string, int, double)> values = t => ("new ", t.Token, t.Token % 3 == 0 ? -1 : t.Score);

        BulkResult result = isAsync ? await context.BulkExecuteRawAsync(tickets, Rename, values, options) : context.BulkExecuteRaw(tickets, Rename, values, options);

        int[] expected = [.. tickets.Select(t => t.Token % 3 == 0 ? 0 : 1)];
        Assert.Equal(expected, result.AffectedByRow);
        Assert.Equal(tickets.Select(t => t.Token % 3 == 0 ? t.Name : $"new {t.Token}😀"), (await Tickets.StoredAsync(database.Plain)).Select(t => t.Name));
    }

    [Fact]
    public async Task Decimals_are_compared_as_decimals()
    {
        await using NewLifeDatabase database = await CreateAsync(Sample.Model);
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Sample.New(300));
        // As floating-point numbers, each of them would be equal to others.
        decimal[] exact = [.. Sample.New(300).Take(200).Select(s => s.Exact)];

        BulkResult result = await context.BulkExecuteRawAsync(exact, "DELETE FROM samples WHERE Exact = {0}", value => value, new() { ReturnAffected = true });

        Assert.Equal((Array, 200L), (result.Strategy, result.RowsAffected));
        Assert.All(result.AffectedByRow!, affected => Assert.Equal(1, affected));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_trigger_s_keys_come_from_each_row_s_own_answer(bool isAsync)
    {
        await using NewLifeDatabase database = await CreateAsync(Tickets.Model);
        await database.Plain.ExecuteAsync("CREATE TRIGGER keys_of_tickets BEFORE INSERT ON tickets FOR EACH ROW IF NEW.Id = 0 THEN SET NEW.Id = 3000000000 - NEW.Token; END IF");
        List<Ticket> tickets = Tickets.New(250);
        // One call has rows with and without keys.
        tickets.Where(t => t.Token % 5 == 4).ToList().ForEach(t => t.Id = t.Token);
        await using ModelContext context = database.Context();

        BulkResult result = await context.InsertAsync(isAsync, tickets, new() { HasTrigger = true });

        Assert.Equal(Array, result.Strategy);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database.Plain));
    }

    [Fact]
    public async Task A_column_s_default_is_kept()
    {
        await using NewLifeDatabase database = await CreateAsync(model => model.Entity<Ticket>(ticket =>
        {
            ticket.ToTable("tickets");
            ticket.Property(t => t.Score).HasDefaultValue(7.5);
        }));
        List<Ticket> tickets = Tickets.New(200);
        tickets.ForEach(t => (t.Score, t.Name) = (t.Token % 2, "'\\😀"));
        await using ModelContext context = database.Context();

        await context.BulkInsertAsync(tickets, new() { Strategy = Array });

        Assert.Equal(tickets.Select(t => (t.Id, t.Name, t.Token % 2 == 0 ? 7.5 : 1)), (await Tickets.StoredAsync(database.Plain)).Select(t => (t.Id, t.Name, t.Score)));
    }

    private async Task<NewLifeDatabase> CreateAsync(Action<ModelBuilder> model) => await NewLifeDatabase.CreateAsync(await servers.OfAsync(kind), model);
}
