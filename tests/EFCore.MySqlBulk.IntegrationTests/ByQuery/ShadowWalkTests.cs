using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Rows are walked by shadow properties, alone and beside members.</summary>
[BothServers]
public abstract class ShadowWalkTests(Servers servers, ServerKind kind)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task By_one()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<BulkProgress> progress = [];
        BulkExecuteDeleteOptions<Note> options = new() { Walk = note => EF.Property<DateTime>(note, "WrittenAt"), BatchRows = 30, BatchTime = Visits.Patience, Progress = new ProgressReports(progress) };

        BulkResult done = await context.Set<Note>().Where(note => note.Id > 200).BulkExecuteDeleteAsync(options, Token);

        // The newest have the smallest keys.
        Assert.Equal((100, 4, "in the order of WrittenAt, Id"), (done.RowsDeleted, done.Portions, done.Reason));
        Assert.Equal([Written(99), 201L], done.LastKey);
        Assert.Equal([271L, 241L, 211L, 201L], progress.Select(each => each.LastKey![1]));
        Assert.Equal(Enumerable.Range(1, 200).Select(id => (long)id), await IdsAsync(context));

        // It goes on after a key, also after one that was written down.
        BulkResult rest = await context.Set<Note>().BulkExecuteDeleteAsync(options with { WholeTable = true, After = [Written(149), 151] }, Token);
        Assert.Equal(150, rest.RowsDeleted);
        Assert.Equal([Written(299), 1L], rest.LastKey);
        Assert.Equal(Enumerable.Range(151, 50).Select(id => (long)id), await IdsAsync(context));
    }

    [Fact]
    public async Task Entities_are_not_copied_without_one()
    {
        await using TestDatabase database = await CreateAsync();
        await using TestDatabase other = await CreateAsync();
        await other.ExecuteAsync("DELETE FROM notes");
        await using ModelContext context = database.Context();
        await using ModelContext target = other.Context();

        InvalidOperationException refusal = await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Note>().Where(note => note.Id > 200).BulkCopyToAsync(target, note => note, cancellationToken: Token));

        Assert.Contains(" is a shadow property, which the entities given to BulkCopyTo do not have", refusal.Message, StringComparison.Ordinal);
        Assert.Equal(0, await other.CountAsync("SELECT COUNT(*) FROM notes"));
    }

    [Fact]
    public async Task Beside_members()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        IQueryable<Note> some = context.Set<Note>().Where(note => note.Site < 2);

        BulkResult updated = await some.BulkExecuteUpdateAsync(
            s => s.SetProperty(note => note.Text, "new"), new() { Walk = note => new { note.Site, At = EF.Property<DateTime>(note, "WrittenAt") }, BatchRows = 30, BatchTime = Visits.Patience }, Token);
        BulkResult copied = await some.BulkInsertIntoAsync(
            note => new Copy { Id = note.Id, WrittenAt = EF.Property<DateTime>(note, "WrittenAt") }, new() { Walk = note => new { note.Site, WrittenAt = EF.Property<DateTime>(note, "WrittenAt") }, BatchRows = 30, BatchTime = Visits.Patience }, Token);

        Assert.Equal((200, 7), (updated.RowsUpdated, updated.Portions));
        Assert.Equal(200, await database.CountAsync("SELECT COUNT(*) FROM notes WHERE Text = 'new' AND Site < 2"));
        Assert.Equal((200, "in the order of Site, WrittenAt, Id"), (copied.RowsInserted, copied.Reason));
        Assert.Equal(
            await some.OrderBy(note => note.Id).Select(note => ValueTuple.Create(note.Id, EF.Property<DateTime>(note, "WrittenAt"))).ToListAsync(Token),
            await context.Set<Copy>().OrderBy(copy => copy.Id).Select(copy => ValueTuple.Create(copy.Id, copy.WrittenAt)).ToListAsync(Token));

        BulkResult moved = await some.BulkMoveToAsync(note => new Copy { Id = note.Id + 1_000, WrittenAt = EF.Property<DateTime>(note, "WrittenAt") }, new() { Walk = note => EF.Property<DateTime>(note, "WrittenAt") }, Token);
        Assert.Equal((200, 100), (moved.RowsMoved, await database.CountAsync("SELECT COUNT(*) FROM notes")));
    }

    [Fact]
    public async Task To_another_context()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await using ModelContext other = database.Context();
        IQueryable<Note> some = context.Set<Note>().Where(note => note.Site < 2);

        BulkResult copied = await some.BulkCopyToAsync(other, note => new Copy { Id = note.Id + 1_000, WrittenAt = EF.Property<DateTime>(note, "WrittenAt") }, new() { Walk = note => EF.Property<DateTime>(note, "WrittenAt"), BatchRows = 30 }, Token);
        BulkResult moved = await some.BulkMoveToAsync(other, note => new Copy { Id = note.Id, WrittenAt = EF.Property<DateTime>(note, "WrittenAt") }, new() { Walk = note => EF.Property<DateTime>(note, "WrittenAt"), BatchRows = 30 }, Token);

        Assert.Equal((200, 200, 100), (copied.RowsInserted, moved.RowsMoved, await database.CountAsync("SELECT COUNT(*) FROM notes")));
        Assert.Equal(200, await database.CountAsync("SELECT COUNT(*) FROM copies a JOIN copies b ON a.Id = b.Id + 1000 AND a.WrittenAt = b.WrittenAt"));
    }

    [Fact]
    public async Task What_gives_no_order_is_refused()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();

        await RefusedAsync<InvalidOperationException>("Walk names 'Nothing', which is not a property of 'Note' itself", new() { Walk = note => EF.Property<int>(note, "Nothing") });
        await RefusedAsync<InvalidOperationException>("Walk names 'ReadAt', which may be null", new() { Walk = note => EF.Property<DateTime?>(note, "ReadAt") });
        await RefusedAsync<InvalidOperationException>("no index in the model of 'Note' has these columns in this order", new() { Walk = note => new { At = EF.Property<DateTime>(note, "WrittenAt"), note.Site } });
        await RefusedAsync<ArgumentException>("Walk is", new() { Walk = note => EF.Property<DateTime>(note, "WrittenAt").Date });
        await RefusedAsync<ArgumentException>("After has 'x' for 'WrittenAt', which is a DateTime", new() { Walk = note => EF.Property<DateTime>(note, "WrittenAt"), After = ["x", 1] });
        Assert.Contains(
            "BulkExecuteUpdate sets 'WrittenAt', by which the rows are walked",
            (await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Note>().Where(note => note.Site == 1).BulkExecuteUpdateAsync(
                s => s.SetProperty(note => EF.Property<DateTime>(note, "WrittenAt"), Visits.Begin), new() { Walk = note => EF.Property<DateTime>(note, "WrittenAt") }, Token))).Message,
            StringComparison.Ordinal);

        async Task RefusedAsync<TException>(string message, BulkExecuteDeleteOptions<Note> options)
            where TException : Exception
            => Assert.Contains(message, (await Assert.ThrowsAsync<TException>(() => context.Set<Note>().Where(note => note.Site == 1).BulkExecuteDeleteAsync(options, Token))).Message, StringComparison.Ordinal);
    }

    private static DateTime Written(int minute) => Visits.Begin.AddMinutes(minute);

    private static Task<List<long>> IdsAsync(ModelContext context) => context.Set<Note>().OrderBy(note => note.Id).Select(note => note.Id).ToListAsync(Token);

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Note>(note =>
            {
                note.ToTable("notes").Property<DateTime>("WrittenAt").HasColumnName("written");
                note.Property<DateTime?>("ReadAt");
                note.HasIndex("WrittenAt");
                note.HasIndex("ReadAt");
                note.HasIndex("Site", "WrittenAt");
            });
            model.Entity<Copy>().ToTable("copies").Property(copy => copy.Id).ValueGeneratedNever();
        });
        await using ModelContext context = database.Context();
        for (int i = 1; i <= 300; i++)
            context.Add(new Note { Id = i, Site = i % 3 }).Property("WrittenAt").CurrentValue = Written(300 - i);
        await context.SaveChangesAsync(Token);
        return database;
    }

    private sealed class Note
    {
        public long Id { get; set; }

        public int Site { get; set; }

        public string? Text { get; set; }
    }

    private sealed class Copy
    {
        public long Id { get; set; }

        public DateTime WrittenAt { get; set; }
    }
}
