using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>Makes models, each with a table of its own, uses them, and keeps nothing but weak references.</summary>
/// <param name="database">Where the tables are.</param>
/// <param name="models">The number of models.</param>
/// <param name="contexts">The number of contexts that use a model.</param>
internal sealed class PassingModels(TestDatabase database, int models, int contexts)
{
    private const int Rows = 12;

    private readonly WeakReference[] _models = new WeakReference[models];
    private readonly WeakReference[] _contexts = new WeakReference[models * contexts];

    /// <summary>The models that are still in memory.</summary>
    public IEnumerable<int> ModelsInMemory => InMemory(_models);

    /// <summary>The contexts that are still in memory.</summary>
    public IEnumerable<int> ContextsInMemory => InMemory(_contexts);

    /// <summary>The table of a model.</summary>
    public static string Table(int number) => $"notes_{number}";

    /// <summary>Makes a model and uses it.</summary>
    public async Task<IModel> UseAsync(int number)
    {
        IModel? model = null;
        for (int i = 0; i < contexts; i++)
            model = await SaveAsync(number, i, model);
        _models[number] = new(model);
        return model!;
    }

    private static IEnumerable<int> InMemory(WeakReference[] made) => Enumerable.Range(0, made.Length).Where(i => made[i].IsAlive);

    private async Task<IModel> SaveAsync(int number, int use, IModel? model)
    {
        CancellationToken token = TestContext.Current.CancellationToken;
        await using ModelContext context = Context(number, model);
        _contexts[(number * contexts) + use] = new(context);
        List<Note> notes = [.. Enumerable.Range(0, Rows).Select(i => new Note { Text = $"{number} {i}" })];
        context.AddRange(notes);
        Assert.Equal(Rows, await context.BulkSaveChangesAsync(token));
        if (use == contexts - 1)
        {
            notes.ForEach(note => note.Text += "!");
            Assert.Equal(Rows, await context.BulkSaveChangesAsync(token));
            // The calls compile other statements than SaveChanges, and pipelined ones others again.
            await context.BulkUpdateAsync(notes, new() { Pipelining = BulkPipelining.Always }, token);
            await context.BulkExecuteRawAsync(notes, $"UPDATE {Table(number)} SET Text = {{0}} WHERE Id = {{1}}", note => (note.Text, note.Id), cancellationToken: token);
            await context.BulkDeleteAsync(notes, cancellationToken: token);
            await context.BulkInsertAsync([new Note { Text = "last" }], new() { IncludeGraph = true }, token);
        }

        return context.Model;
    }

    // EF Core keeps the services of a context, and with them its model, for as long as the program runs, unless it is told not to.
    private ModelContext Context(int number, IModel? model)
    {
        DbContextOptionsBuilder options = new DbContextOptionsBuilder()
            .AllowManyServices()
            .UseMySql(database.ConnectionString, database.Server.Version)
            .UseMySqlBulk()
            .EnableServiceProviderCaching(false);
        if (model is not null)
            options.UseModel(model);
        return new(options.Options, builder => builder.Entity<Note>().ToTable(Table(number)));
    }

    private sealed class Note
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";
    }
}
