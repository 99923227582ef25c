using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using FsCheck;
using FsCheck.Fluent;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Quotes, backslashes and other characters that could end a literal early, in sessions that read them differently: the stored text is the given text.</summary>
[BothServers]
public abstract class SqlModeTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData("")]
    [InlineData("ANSI_QUOTES")]
    [InlineData("NO_BACKSLASH_ESCAPES")]
    [InlineData("STRICT_ALL_TABLES,ANSI_QUOTES,NO_BACKSLASH_ESCAPES,NO_ZERO_DATE")]
    public async Task Any_text_is_stored_as_given(string mode)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Note>(entity =>
        {
            entity.ToTable("notes");
            entity.Property(note => note.Id).HasMaxLength(180).UseCollation("utf8mb4_bin");
        }));
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode='{mode}'");
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(12).WithEndSize(40), Prop.ForAll(Lists(), texts => EveryStrategyKeeps(context, texts)));
    }

    private static Arbitrary<string[]> Lists() => TextPieces.Text.ArrayOf().Where(texts => texts.Length > 1).ToArbitrary();

    private void EveryStrategyKeeps(ModelContext context, string[] texts)
    {
        // Trailing spaces do not count in a comparison of keys, and a key is no longer than its column.
        Note[] notes = [.. texts.Select((text, i) => new Note { Id = $"{i}{text[..Math.Min(text.Length, 150)]}.", Text = text }).Where(n => !char.IsHighSurrogate(n.Id[^2]))];
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            context.BulkInsert(notes, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            AssertStored(context, notes, strategy);
            Assert.Equal(notes.Length, context.Set<Note>().BulkDeleteByKey([.. notes.Select(note => note.Id)]).RowsDeleted);
        }

        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            context.BulkInsert(notes.Select(note => new Note { Id = note.Id, Text = "before" }).ToList());
            context.BulkUpdate(notes, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            AssertStored(context, notes, strategy);
            Assert.Equal(notes.Length, context.BulkDelete(notes, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) }).RowsDeleted);
        }
    }

    private static void AssertStored(ModelContext context, Note[] notes, BulkStrategy strategy)
    {
        Dictionary<string, string> stored = context.Set<Note>().AsNoTracking().ToDictionary(note => note.Id, note => note.Text);
        Assert.Equal(notes.Length, stored.Count);
        foreach (Note note in notes)
            Assert.True(stored.TryGetValue(note.Id, out string? text) && text == note.Text, $"{strategy}: {note.Id} holds {text} and not {note.Text}");
    }
}
