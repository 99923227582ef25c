using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>The stories of one mapping, told by <c>SaveChanges</c> too.</summary>
/// <param name="database">Has the mapping's tables.</param>
/// <param name="mapping">What is stored.</param>
/// <param name="seed">The seed of the first set of rows.</param>
/// <param name="samples">How many sets of rows there are.</param>
internal sealed class Stories(FidelityDatabase database, ComparedMapping mapping, ulong seed, int samples)
{
    private readonly Dictionary<int, (Story Story, List<Seen> Expected)> _told = [];

    private int _compared;

    /// <summary>Compares one way with <c>SaveChanges</c>, which has stored the rows in the server's own sql_mode and no culture.</summary>
    public async Task<Comparison> CompareAsync(Setting setting)
    {
        (Story Story, List<Seen> Expected) told = await ToldAsync(_compared++ % samples, setting.IsAsync);
        List<Seen> seen = await told.Story.TellAsync(setting.Way, setting.IsAsync, setting.SqlMode, setting.Culture);
        // Keys of rows that were taken back are used up, as after any rollback.
        List<Seen> expected = setting.Way.MayUseUpKeys && database.FirstKeys(mapping, seen[0].Stored) is { Count: > 0 } keys ? await told.Story.TellAsync(Way.SaveChanges, setting.IsAsync, "DEFAULT", "", keys) : told.Expected;
        return new Comparison(setting).Compare(expected, seen);
    }

    /// <summary>What <c>SaveChanges</c> itself fails with before the server has seen anything: the provider maps what it cannot store. Nothing if it does not.</summary>
    public async Task<Exception?> FailureAsync()
    {
        try
        {
            return (await ToldAsync(0, isAsync: true)).Expected[0].Failure is { } failure and not DbUpdateException ? failure : null;
        }
        catch (NullReferenceException exception)
        {
            return exception;
        }
    }

    private async Task<(Story Story, List<Seen> Expected)> ToldAsync(int number, bool isAsync)
    {
        if (!_told.TryGetValue(number, out (Story Story, List<Seen> Expected) told))
        {
            Story story = new(database, mapping, new(seed, number));
            _told[number] = told = (story, await story.TellAsync(Way.SaveChanges, isAsync, "DEFAULT", ""));
        }

        return told;
    }
}
