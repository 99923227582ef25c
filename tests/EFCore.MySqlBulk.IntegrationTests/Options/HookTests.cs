using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary>Hooks do for the rows of a bulk call what an interceptor does for those of SaveChanges.</summary>
[BothServers]
public abstract class HookTests(Servers servers, ServerKind kind)
{
    // More than the rows that are read before the first statement, in a stream.
    private const int Rows = 3_500;

    [Theory]
    [InlineData(true, true, true)]
    [InlineData(true, false, false)]
    [InlineData(false, true, false)]
    [InlineData(false, false, true)]
    public async Task What_hooks_set_is_stored_as_an_interceptor_of_SaveChanges_would_have_it(bool isAsync, bool isTracked, bool isStream)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        await using ModelContext saving = saved.Context(o => o.AddInterceptors(new Stamper()));
        await using ModelContext context = sent.Context(o => Stamping(o));
        List<Note> theirs = New();
        List<Note> mine = New();
        saving.AddRange(theirs);
        await saving.SaveChangesAsync(Token);
        if (isTracked)
            context.AddRange(mine);
        await context.InsertAsync(isAsync, Given(mine));
        await AlikeAsync();

        Change(theirs);
        Change(mine);
        await saving.SaveChangesAsync(Token);
        await context.UpdateAsync(isAsync, Given(mine));
        await AlikeAsync();
        Assert.All(mine, note => Assert.StartsWith("changed", note.Stamp, StringComparison.Ordinal));

        IEnumerable<Note> Given(List<Note> rows) => isStream ? rows.Select(row => row) : rows;

        async Task AlikeAsync()
        {
            Assert.Equal(await StoredAsync(saved), await StoredAsync(sent));
            Assert.Equal(isTracked ? Rows : 0, context.ChangeTracker.Entries().Count());
            Assert.DoesNotContain(context.ChangeTracker.Entries(), entry => entry.State != EntityState.Unchanged);
            Assert.DoesNotContain(context.ChangeTracker.Entries<Note>(), entry => entry.Entity.Stamp != entry.Property(note => note.Stamp).OriginalValue);
        }
    }

    [Fact]
    public async Task Every_strategy_sends_what_hooks_set()
    {
        await using TestDatabase database = await CreateAsync();
        int number = 0;
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b
            .BeforeInsert<Note>((note, _) => note.Stamp = $"new {number}").BeforeUpdate<Note>((note, _) => note.Stamp = $"changed {number}")));
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            number++;
            await context.BulkInsertAsync(New(20), new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) }, Token);
            Assert.Equal(20, await database.CountAsync($"SELECT COUNT(*) FROM notes WHERE Stamp = 'new {number}'"));
        }

        List<Note> notes = await context.Set<Note>().AsNoTracking().ToListAsync(Token);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            number++;
            await context.BulkUpdateAsync(notes, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) }, Token);
            Assert.Equal(notes.Count, await database.CountAsync($"SELECT COUNT(*) FROM notes WHERE Stamp = 'changed {number}'"));
        }

        // It is written only if it is selected, and stays changed in the tracker otherwise.
        number++;
        Note tracked = await context.Set<Note>().OrderBy(note => note.Id).FirstAsync(Token);
        tracked.Text = "selected";
        await context.BulkUpdateAsync([tracked], new() { Update = note => note.Text }, Token);
        Assert.Equal(0, await database.CountAsync($"SELECT COUNT(*) FROM notes WHERE Stamp = 'changed {number}'"));
        EntityEntry<Note> entry = context.Entry(tracked);
        Assert.Equal((EntityState.Modified, true, false), (entry.State, entry.Property(note => note.Stamp).IsModified, entry.Property(note => note.Text).IsModified));
    }

    [Theory]
    [InlineData(Operation.Insert, true, false)]
    [InlineData(Operation.Update, false, false)]
    [InlineData(Operation.Delete, true, false)]
    [InlineData(Operation.Insert, false, true)]
    [InlineData(Operation.Update, true, true)]
    [InlineData(Operation.Delete, false, true)]
    public async Task What_a_hook_throws_reaches_the_caller_and_nothing_is_stored(Operation operation, bool isAsync, bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        List<Note> notes = New();
        await using (ModelContext seed = database.Context())
            await seed.BulkInsertAsync(notes, null, Token);
        List<Note> given = operation == Operation.Insert ? New() : notes;
        List<string> before = await StoredAsync(database);
        InvalidOperationException guarded = new("This one stays as it is.");
        Note last = given[^1];
        BeforeStatement sent = new(0, _ => Task.CompletedTask);
        List<DbContext> contexts = [];
        await using ModelContext context = database.Context(o => o.AddInterceptors(sent)
            .UseMySqlBulk(b => b.BeforeInsert<Note>(Guard).BeforeUpdate<Note>(Guard).BeforeDelete<Note>(Guard)));
        foreach (bool hasTransaction in (bool[])[false, true])
        {
            await using IDbContextTransaction? transaction = hasTransaction ? await context.Database.BeginTransactionAsync(Token) : null;
            Exception thrown = await Assert.ThrowsAsync<InvalidOperationException>(
                () => context.RunAsync(operation, isAsync, isStream ? given.Select(note => note) : given, 100));
            Assert.Same(guarded, thrown);
            if (!isStream)
                Assert.Equal(0, sent.Seen);
            else
                Assert.NotEqual(0, sent.Seen);
            Assert.Same(context, Assert.Single(contexts));
            if (transaction is not null)
                await transaction.CommitAsync(Token);
            Assert.Equal(before, await StoredAsync(database));
        }

        void Guard(Note note, DbContext of)
        {
            if (!contexts.Contains(of))
                contexts.Add(of);
            if (note == last)
                throw guarded;
        }
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public async Task They_run_once_for_each_row_however_often_the_call_is_made(bool retries, bool isDivided)
    {
        await using TestDatabase database = await CreateAsync(isDivided);
        List<Note> notes = New(300);
        notes[7].Pages.Add(new() { Number = 1 });
        BeforeStatement trouble = new(2, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(o => (retries
                ? o.UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(50), null)) : o)
            .AddInterceptors(trouble)
            .UseMySqlBulk(b => b.BeforeInsert<IStamped>((row, _) => row.Stamp += "+")));
        BulkInsertOptions options = new() { BatchRows = 100, IncludeGraph = isDivided, LeftOutEntities = BulkReaction.Ignore };
        await context.BulkInsertAsync(notes, options, Token);

        Assert.True(trouble.Seen > 3, $"{trouble.Seen} statements");
        Assert.Equal(300, await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Stamp = '+'"));
        Assert.Equal(isDivided ? 1 : 0, await database.CountAsync("SELECT COUNT(*) FROM pages WHERE Stamp = '+'"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task They_run_for_entities_with_parts_in_several_tables(bool isStream)
    {
        await using TestDatabase database = await CreateAsync(isDivided: true);
        List<string> seen = [];
        await using ModelContext context = database.Context(o => Stamping(o, b => b.BeforeDelete<Note>((note, _) => seen.Add(note.Stamp))));
        List<Note> notes = New(30);
        IEnumerable<Note> rows = isStream ? notes.Select(note => note) : notes;
        await context.BulkInsertAsync(rows, null, Token);
        Assert.Equal(30, await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Stamp LIKE 'new+note%'"));
        await context.BulkUpdateAsync(rows, null, Token);
        Assert.Equal(30, await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Stamp LIKE 'changed%'"));
        await context.BulkDeleteAsync(rows, null, Token);
        Assert.Equal((30, 0), (seen.Count, await database.CountAsync("SELECT COUNT(*) FROM notes")));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task Rows_that_are_looked_up_pass_the_hooks_of_what_becomes_of_them(bool isAsync, bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context(o => Stamping(o));
        List<Note> notes = New(50);
        await context.BulkInsertAsync(notes.Take(20), null, Token);
        await database.ExecuteAsync("UPDATE notes SET Stamp = 'before'");
        context.AttachRange(notes[..10]);
        Change(notes);
        IEnumerable<Note> rows = isStream ? notes.Select(note => note) : notes;

        BulkResult done = isAsync ? await context.BulkInsertOrUpdateAsync(rows, null, Token) : context.BulkInsertOrUpdate(rows);

        Assert.Equal((30, 20), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal((20, 30), (await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Stamp LIKE 'changed%'"), await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Stamp LIKE 'new+note%'")));
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));

        await database.ExecuteAsync("UPDATE notes SET Stamp = 'before'", $"DELETE FROM notes WHERE Id IN ({string.Join(',', notes[40..].Select(note => note.Id))})");
        done = isAsync ? await context.BulkInsertIfAbsentAsync(rows, null, Token) : context.BulkInsertIfAbsent(rows);
        Assert.Equal(10, done.RowsInserted);
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Stamp LIKE 'new+note%'"));
        Assert.Equal(40, await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Stamp = 'before'"));
    }

    [Fact]
    public async Task Neither_SaveChanges_nor_bare_keys_nor_an_explanation_run_them()
    {
        await using TestDatabase database = await CreateAsync();
        List<string> told = [];
        await using ModelContext context = database.Context(o => Stamping(o, b => b.BeforeDelete<Note>((_, _) => throw new InvalidOperationException("It is deleted.")))
            .LogTo(told.Add, ["EFCore.MySqlBulk"], LogLevel.Warning, DbContextLoggerOptions.None));
        List<Note> notes = New(30);
        context.AddRange(notes);
        await context.BulkSaveChangesAsync(Token);
        Assert.Equal(30, await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Stamp = ''"));
        context.ExplainBulkInsert(New(3));
        context.ExplainBulkDelete(notes);
        Assert.Equal([], told);
        for (int i = 0; i < 2; i++)
            Assert.Equal(1, (await context.Set<Note>().BulkDeleteByKeyAsync([notes[i].Id], null, Token)).RowsDeleted);
        Assert.Equal("'Note' has BeforeDelete hooks, which BulkDeleteByKey does not run, because bare keys are not entities. Give entities to BulkDelete.", Assert.Single(told));
    }

    [Fact]
    public async Task Calls_by_query_do_not_run_them_and_say_so_once()
    {
        await using TestDatabase database = await CreateAsync();
        List<string> told = [];
        await using ModelContext context = database.Context(o => Stamping(o, b => b
                .BeforeDelete<Note>((_, _) => throw new InvalidOperationException("It is deleted.")).BeforeUpdate<Note>((_, _) => throw new InvalidOperationException("It is updated.")))
            .LogTo(told.Add, ["EFCore.MySqlBulk"], LogLevel.Warning, DbContextLoggerOptions.None));
        await context.BulkInsertAsync(New(30), null, Token);
        for (int i = 0; i < 2; i++)
        {
            await context.Set<Note>().BulkExecuteUpdateAsync(s => s.SetProperty(n => n.Stamp, "set"), new() { WholeTable = true }, Token);
            await context.Set<Note>().BulkExecuteDeleteAsync(new() { WholeTable = true }, Token);
        }

        Assert.Equal(
            [
                "'Note' has BeforeUpdate hooks, which BulkExecuteUpdate does not run, because it does not read entities. Set what the hook sets with a setter of its own, or load the entities and give them to BulkUpdate.",
                "'Note' has BeforeDelete hooks, which BulkExecuteDelete does not run, because it does not read entities. Load them and give them to BulkDelete, or set what the hook sets with BulkExecuteUpdate.",
            ],
            told.Where(text => text.StartsWith("'Note'", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_hook_of_the_operation_and_the_type_silences_the_warning_about_SaveChanges()
    {
        await using TestDatabase database = await CreateAsync();
        List<string> told = [];
        await using ModelContext context = database.Context(o => o.AddInterceptors(new Stamper())
            .UseMySqlBulk(b => b.BeforeInsert<Note>((_, _) => { }).BeforeUpdate<Letter>((_, _) => { }))
            .LogTo(told.Add, ["EFCore.MySqlBulk"], LogLevel.Warning, DbContextLoggerOptions.None));
        List<Note> notes = New(4);
        await context.BulkInsertAsync(notes, null, Token);
        await context.BulkUpdateAsync(notes.OfType<Letter>().ToList(), null, Token);
        Assert.Equal([], told);
        // Only some of these have a hook.
        await context.BulkUpdateAsync(notes, null, Token);
        Assert.StartsWith("Bulk operations bypass Stamper, ", Assert.Single(told), StringComparison.Ordinal);
    }

    private static DbContextOptionsBuilder Stamping(DbContextOptionsBuilder options, Action<MySqlBulkOptionsBuilder>? more = null) => options.UseMySqlBulk(b =>
    {
        b.BeforeInsert<IStamped>((row, _) => row.Stamp = "new").BeforeInsert<Note>((row, _) => row.Stamp += "+note").BeforeInsert<Letter>((row, _) => row.Stamp += "+letter");
        b.BeforeUpdate<object>((row, _) => ((IStamped)row).Stamp = "changed").BeforeUpdate<Letter>((row, _) => row.Stamp += "+letter");
        more?.Invoke(b);
    });

    private static List<Note> New(int rows = Rows)
        => [.. Enumerable.Range(0, rows).Select(Note (i) => i % 3 == 0 ? new Letter { Text = $"{i}", Address = "a" } : new Memo { Text = $"{i}" })];

    private static void Change(List<Note> notes)
    {
        foreach (Note note in notes)
            note.Text += "!";
    }

    private async Task<TestDatabase> CreateAsync(bool isDivided = false) => await servers.OfAsync(kind).CreateAsync(isDivided ? Split : Plain);

    private static void Plain(ModelBuilder model)
    {
        model.Entity<Note>().ToTable("notes");
        model.Entity<Memo>();
        model.Entity<Letter>();
        model.Entity<Page>().ToTable("pages");
    }

    private static void Split(ModelBuilder model)
    {
        model.Entity<Note>().UseTptMappingStrategy().ToTable("notes");
        model.Entity<Memo>().ToTable("memos");
        model.Entity<Letter>().ToTable("letters");
        model.Entity<Page>().ToTable("pages");
    }

    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT Id, Text, HEX(Stamp), Address FROM notes ORDER BY Id")).Select(row => string.Join('|', row))];

    private sealed class Stamper : SaveChangesInterceptor
    {
        public override ValueTask<InterceptionResult<int>> SavingChangesAsync(
            DbContextEventData eventData, InterceptionResult<int> result, CancellationToken cancellationToken = default)
        {
            foreach (EntityEntry<IStamped> entry in eventData.Context!.ChangeTracker.Entries<IStamped>())
            {
                entry.Entity.Stamp = entry.State switch
                {
                    EntityState.Added => entry.Entity is Letter ? "new+note+letter" : "new+note",
                    EntityState.Modified => entry.Entity is Letter ? "changed+letter" : "changed",
                    _ => entry.Entity.Stamp,
                };
            }

            return new(result);
        }
    }

    private interface IStamped
    {
        string Stamp { get; set; }
    }

    private abstract class Note : IStamped
    {
        public long Id { get; set; }

        public string Text { get; set; } = "";

        public string Stamp { get; set; } = "";

        public List<Page> Pages { get; } = [];
    }

    private sealed class Memo : Note;

    private sealed class Letter : Note
    {
        public string? Address { get; set; }
    }

    private sealed class Page : IStamped
    {
        public long Id { get; set; }

        public int Number { get; set; }

        public string Stamp { get; set; } = "";

        public long? NoteId { get; set; }
    }
}
