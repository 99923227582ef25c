using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>Each story is told twice, once saved as EF Core does it and once in bulk. After every save the rows, the tracked entities and what was thrown must be the same.</summary>
[BothServers]
public abstract class SavedAlikeTests(Servers servers, ServerKind kind)
{
    private static readonly Dictionary<string, SaveStory> Known = typeof(SaveStory).Assembly.GetTypes()
        .Where(type => type.IsSubclassOf(typeof(SaveStory)) && !type.IsAbstract)
        .ToDictionary(type => type.Name, type => (SaveStory)Activator.CreateInstance(type)!, StringComparer.Ordinal);

    private static readonly bool[] Modes = [true, false];

    public static IEnumerable<TheoryDataRow<string, bool>> Stories
        => from name in Known.Keys.Order(StringComparer.Ordinal) from isAsync in Modes select new TheoryDataRow<string, bool>(name, isAsync);

    [Theory]
    [MemberData(nameof(Stories))]
    public async Task A_story_ends_as_with_SaveChanges(string story, bool isAsync)
    {
        SaveStory told = Known[story];
        List<string> plain = await TellAsync(told, isBulk: false, isAsync, new());
        SavedRuns runs = new();
        List<string> bulk = await TellAsync(told, isBulk: true, isAsync, runs);
        Assert.Equal(plain, bulk);
        Assert.Equal(told.Failures, plain.Count(line => line.StartsWith("step", StringComparison.Ordinal) && line.Contains("Exception", StringComparison.Ordinal)));
        Assert.True(runs.Messages.Count >= told.BulkRuns, $"{runs.Messages.Count} runs in bulk:\n{string.Join('\n', runs.Messages)}");
    }

    private async Task<List<string>> TellAsync(SaveStory story, bool isBulk, bool isAsync, SavedRuns runs)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(story.Model);
        await database.ExecuteAsync([.. story.Statements]);
        List<string> seen = [];
        int number = 0;
        ModelContext context = NewContext();
        try
        {
            foreach (SaveStep step in story.Steps())
            {
                if (step.IsFresh)
                {
                    await context.DisposeAsync();
                    context = NewContext();
                }

                step.Change(context);
                seen.Add($"step {++number}: {await SavedAsync(database, context, isAsync)}");
                seen.AddRange(SeenState.Tracked(context).Select(line => $"{number} {line}"));
                seen.AddRange((await SeenState.StoredAsync(database, context)).Select(line => $"{number} {line}"));
            }
        }
        finally
        {
            await context.DisposeAsync();
        }

        return seen;

        ModelContext NewContext() => database.Context(options =>
        {
            if (story.MaxBatchSize > 0)
                options.UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.MaxBatchSize(story.MaxBatchSize));
            options.UseLoggerFactory(runs).UseMySqlBulk(bulk => bulk.BulkSaveChanges(isBulk));
        });
    }

    private static async Task<string> SavedAsync(TestDatabase database, ModelContext context, bool isAsync)
    {
        try
        {
            return $"{await context.SaveAsync(isBulk: false, isAsync, Token)} entries";
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            return SeenState.Thrown(exception, database);
        }
    }
}
