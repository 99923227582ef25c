using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>Columns of an 8-bit character set: a call stores its text and succeeds, or throws and stores nothing, as <c>SaveChanges</c> does. MariaDB refuses to mix such a column with other text (error 1267).</summary>
[BothServers]
public abstract class EightBitTextTests(Servers servers, ServerKind kind)
{
    /// <summary>The character set, a letter that it has, and one that it has not.</summary>
    public static TheoryData<string, string, string> Sets => new()
    {
        { "latin1", "é", "日" },
        { "latin1 COLLATE latin1_bin", "é", "日" },
        { "cp1251", "д", "é" },
    };

    [Theory]
    [MemberData(nameof(Sets))]
    public async Task A_call_stores_its_text_or_nothing(string set, string known, string unknown)
    {
        await using TestDatabase database = await CreateAsync(set);
        List<string> failures = [];
        foreach (int rows in new[] { 1, 3 })
        {
            foreach (string letter in new[] { known, unknown })
            {
                foreach ((string name, bool isStored, Func<ModelContext, List<Word>, Task> call) in Calls())
                {
                    await database.ExecuteAsync("DELETE FROM words");
                    List<Word> stored = New(rows, known, "before");
                    await using ModelContext context = database.Context(options => options.UseMySqlBulk());
                    if (isStored)
                        await context.BulkInsertAsync(stored, cancellationToken: Token);
                    List<(int, string, string, int)> before = await ReadAsync(database);
                    // The last row has the letter in another column than that by which it is matched.
                    List<Word> given = New(rows, known, "after");
                    given.Zip(stored).ToList().ForEach(pair => pair.First.Id = pair.Second.Id);
                    given[^1].Note += letter;

                    Exception? failure = await Record.ExceptionAsync(() => call(context, given));
                    List<(int, string, string, int)> after = await ReadAsync(database);
                    if (failure is null != (letter == known))
                        failures.Add($"{name}, {rows} rows, {letter}: {failure?.Message ?? "succeeded"} {failure?.InnerException?.Message}");
                    else if (!after.SequenceEqual(failure is null ? Values(given) : before))
                        failures.Add($"{name}, {rows} rows, {letter}: stored {string.Join(' ', after)}, given {string.Join(' ', Values(given))}, {failure?.Message}");
                }
            }
        }

        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }

    [Theory]
    [MemberData(nameof(Sets))]
    public async Task A_text_that_is_matched_by_finds_its_row_or_none(string set, string known, string unknown)
    {
        await using TestDatabase database = await CreateAsync(set);
        await using ModelContext context = database.Context();
        foreach (int rows in new[] { 1, 3 })
        {
            List<(int, string, string, int)> before = await StoreAsync(database, context, rows, known);
            List<Word> given = New(rows, known, "after");
            given[^1].Text = unknown;

            Exception? refused = await Record.ExceptionAsync(() => context.BulkUpdateAsync(given, new() { Match = w => w.Text, Update = w => w.Note }, Token));
            Assert.True(refused is DbUpdateException, $"{rows}: {refused}");
            Assert.Equal(before, await ReadAsync(database));
            refused = await Record.ExceptionAsync(() => context.BulkInsertOrUpdateAsync(given, new() { Match = w => w.Text }, Token));
            Assert.True(refused is BulkOperationException { Outcome: BulkOutcome.Nothing }, $"{rows}: {refused}");
            Assert.Equal(before, await ReadAsync(database));
        }
    }

    [Theory]
    [MemberData(nameof(Sets))]
    public async Task Expressions_mix_stored_and_given_text(string set, string known, string unknown)
    {
        await using TestDatabase database = await CreateAsync(set);
        Assert.NotEqual(known, unknown);
        List<string> failures = [];
        foreach ((string name, Expression<Func<Word, Word, Word>> value) in new (string, Expression<Func<Word, Word, Word>>)[]
        {
            ("stored + given", (s, g) => new Word { Note = s.Note + g.Note }),
            ("given + stored", (s, g) => new Word { Note = g.Note + s.Note }),
            ("value + stored", (s, g) => new Word { Note = known + s.Note }),
            ("given + value", (s, g) => new Word { Note = g.Note + known }),
            ("given", (s, g) => new Word { Note = g.Other }),
            ("stored", (s, g) => new Word { Note = s.Other + known }),
            ("coalesce", (s, g) => new Word { Note = g.Optional ?? s.Note }),
            ("stored or given", (s, g) => new Word { Note = s.Note == "before" + known + "0" ? s.Note : g.Note }),
            ("given or stored", (s, g) => new Word { Note = g.Other == s.Other ? g.Note : s.Note + "!" }),
            ("both given", (s, g) => new Word { Note = g.Note == g.Other ? "same" : g.Note }),
        })
            await EqualAsync(database, known, failures, name, value, null);
        foreach ((string name, Expression<Func<Word, Word, bool>> when) in new (string, Expression<Func<Word, Word, bool>>)[]
        {
            ("stored == given", (s, g) => s.Other == g.Other),
            ("given != stored", (s, g) => g.Other != s.Other),
            ("stored == value", (s, g) => s.Note == "before" + known + "1"),
            ("given == value", (s, g) => g.Note == "after" + known + "1"),
            ("stored + given == given", (s, g) => s.Other + g.Other == g.Other + s.Other),
            ("stored + value == stored", (s, g) => s.Note + known == s.Other),
            ("stored null", (s, g) => s.Optional == g.Optional),
        })
            await EqualAsync(database, known, failures, name, (s, g) => new Word { Note = "set" }, when);
        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }

    [Theory]
    [MemberData(nameof(Sets))]
    public async Task An_expression_with_a_letter_that_the_column_has_not_stores_nothing(string set, string known, string unknown)
    {
        await using TestDatabase database = await CreateAsync(set);
        await using ModelContext context = database.Context();
        foreach (int rows in new[] { 1, 3 })
        {
            List<(int, string, string, int)> before = await StoreAsync(database, context, rows, known);
            List<Word> given = New(rows, known, "after");
            given[^1].Other = unknown;
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
                () => context.BulkInsertOrUpdateAsync(given, new() { Match = w => w.Text, Set = (s, g) => new Word { Note = s.Note + g.Other } }, Token));
            Assert.Equal(BulkOutcome.Nothing, refused.Outcome);
            Assert.Equal(before, await ReadAsync(database));
            // It equals nothing, not even the question mark that a conversion makes of it; or the server refuses to convert it.
            await database.ExecuteAsync("UPDATE words SET Other = '?'");
            before = await ReadAsync(database);
            given.ForEach(word => word.Other = unknown);
            foreach (Expression<Func<Word, Word, bool>> when in new Expression<Func<Word, Word, bool>>[] { (s, g) => s.Other == g.Other, (s, g) => s.Other == unknown, (s, g) => g.Other == s.Other + "" })
            {
                Exception? failure = await Record.ExceptionAsync(async () => Assert.Equal(0, (await context.BulkUpdateAsync(given, new() { Match = w => w.Text, Update = w => w.Note, UpdateWhen = when }, Token)).RowsUpdated));
                Assert.True(failure is null or BulkOperationException { Outcome: BulkOutcome.Nothing }, failure?.ToString());
                Assert.Equal(before, await ReadAsync(database));
            }
        }
    }

    // What the server makes of it is what .NET makes of it.
    private static async Task EqualAsync(
        TestDatabase database, string known, List<string> failures, string name, Expression<Func<Word, Word, Word>> value, Expression<Func<Word, Word, bool>>? when)
    {
        foreach (int rows in new[] { 1, 4 })
        {
            await database.ExecuteAsync("DELETE FROM words");
            await using ModelContext context = database.Context();
            List<Word> stored = New(rows, known, "before");
            await context.BulkInsertAsync(stored, cancellationToken: Token);
            List<Word> given = New(rows, known, "after");
            for (int i = 0; i < rows; i++)
                (given[i].Other, given[i].Optional) = (i % 2 == 0 ? stored[i].Other : "else", i % 3 == 0 ? null : known);
            Func<Word, Word, Word> set = value.Compile();
            Func<Word, Word, bool>? condition = when?.Compile();
            // The call reads values back.
            List<string> expected = [.. stored.Zip(given, (s, g) => condition?.Invoke(s, g) ?? true ? set(s, g).Note : s.Note)];

            Exception? failure = await Record.ExceptionAsync(() => context.BulkInsertOrUpdateAsync(given, new() { Match = w => w.Text, Set = value, UpdateWhen = when }, Token));
            IEnumerable<string> actual = (await ReadAsync(database)).Select(word => word.Item3);
            if (failure is not null || !actual.SequenceEqual(expected))
                failures.Add($"{name}, {rows} rows: {string.Join(' ', actual)} instead of {string.Join(' ', expected)}, {failure?.Message} {failure?.InnerException?.Message}");
        }
    }

    private static IEnumerable<(string Name, bool IsStored, Func<ModelContext, List<Word>, Task> Call)> Calls() =>
    [
        ("SaveChanges, insert", false, (c, w) => SaveAsync(c, w, isStored: false)),
        ("SaveChanges, update", true, (c, w) => SaveAsync(c, w, isStored: true)),
        ("BulkInsert", false, (c, w) => c.BulkInsertAsync(w, cancellationToken: Token)),
        ("BulkUpdate", true, (c, w) => c.BulkUpdateAsync(w, cancellationToken: Token)),
        ("BulkUpdate, Match", true, (c, w) => c.BulkUpdateAsync(w, new() { Match = word => word.Text }, Token)),
        .. EveryStrategy.Updates(ServerKind.MariaDb).Select(strategy => ($"BulkUpdate, Match, {strategy}", true,
            (Func<ModelContext, List<Word>, Task>)((c, w) => c.BulkUpdateAsync(w, new() { Match = word => word.Text, Strategy = strategy }, Token)))),
        ("BulkInsertOrUpdate, new", false, (c, w) => c.BulkInsertOrUpdateAsync(w, new() { Match = word => word.Text }, Token)),
        ("BulkInsertOrUpdate", true, (c, w) => c.BulkInsertOrUpdateAsync(w, new() { Match = word => word.Text }, Token)),
        ("BulkInsertIfAbsent", false, (c, w) => c.BulkInsertIfAbsentAsync(w, new() { Match = word => word.Text }, Token)),
        ("BulkSynchronize, new", false, (c, w) => c.BulkSynchronizeAsync(w, new() { Match = word => word.Text, WholeTable = true }, Token)),
        ("BulkSynchronize", true, (c, w) => c.BulkSynchronizeAsync(w, new() { Match = word => word.Text, WholeTable = true }, Token)),
    ];

    private static async Task SaveAsync(ModelContext context, List<Word> words, bool isStored)
    {
        if (isStored)
            context.UpdateRange(words);
        else
            context.AddRange(words);
        await context.SaveChangesAsync(Token);
    }

    private static List<Word> New(int rows, string letter, string note)
        => [.. Enumerable.Range(0, rows).Select(i => new Word { Text = $"{letter}{i}", Note = $"{note}{letter}{i}", Other = $"other{letter}{i}" })];

    // With the length, which the server generates and the call reads back.
    private static List<(int, string, string, int)> Values(List<Word> words) => [.. words.OrderBy(w => w.Id).Select(w => (w.Id, w.Text, w.Note, w.Length))];

    // The rows that the table has instead of others.
    private static async Task<List<(int, string, string, int)>> StoreAsync(TestDatabase database, ModelContext context, int rows, string known)
    {
        await database.ExecuteAsync("DELETE FROM words");
        await context.BulkInsertAsync(New(rows, known, "before"), cancellationToken: Token);
        return await ReadAsync(database);
    }

    private static async Task<List<(int, string, string, int)>> ReadAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return Values(await context.Set<Word>().AsNoTracking().ToListAsync(Token));
    }

    private async Task<TestDatabase> CreateAsync(string set)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Word>(entity =>
        {
            entity.ToTable("words");
            entity.Property(w => w.Text).HasMaxLength(50);
            entity.HasIndex(w => w.Text).IsUnique();
            entity.Property(w => w.Length).HasComputedColumnSql("CHAR_LENGTH(Note)", stored: true);
        }));
        string text = $"varchar(50) CHARACTER SET {set}";
        await database.ExecuteAsync(
            "DROP TABLE words",
            $"CREATE TABLE words (Id int AUTO_INCREMENT PRIMARY KEY, Text {text} NOT NULL UNIQUE, Note {text} NOT NULL, Other {text} NOT NULL, Optional {text} NULL, Length int AS (CHAR_LENGTH(Note)) STORED)");
        return database;
    }

    private sealed class Word
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";

        public string Note { get; set; } = "";

        public string Other { get; set; } = "";

        public string? Optional { get; set; }

        public int Length { get; set; }
    }
}
