using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;

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
        int number = _compared++ % samples;
        if (!_told.TryGetValue(number, out (Story Story, List<Seen> Expected) told))
        {
            Story story = new(database, mapping, new(seed, number));
            _told[number] = told = (story, await story.TellAsync(Way.SaveChanges, setting.IsAsync, "DEFAULT", ""));
        }

        return new Comparison(setting).Compare(told.Expected, await told.Story.TellAsync(setting.Way, setting.IsAsync, setting.SqlMode, setting.Culture));
    }
}
