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
        return new Comparison(setting).Compare(told.Expected, await told.Story.TellAsync(setting.Way, setting.IsAsync, setting.SqlMode, setting.Culture));
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
