using EFCore.MySqlBulk;
using Microsoft.EntityFrameworkCore;
using Sync.Lists;
using Sync.Model;

namespace Sync.Worker;

/// <summary>Makes the table equal to a list, in one transaction.</summary>
internal sealed class CitySync(IDbContextFactory<CitiesContext> contexts)
{
    public async Task<BulkResult> RunAsync(CityList list, CancellationToken cancellationToken)
    {
        IReadOnlyList<City> cities = await list.ReadAsync(cancellationToken);
        await using CitiesContext context = await contexts.CreateDbContextAsync(cancellationToken);
        return await context.BulkSynchronizeAsync(cities, list.Country is { } country ? OneCountry(country, list.Date.ToDateTime(TimeOnly.MinValue)) : AllCities, cancellationToken);
    }

    // A city that is no longer listed is deleted.
    private static BulkSynchronizeOptions<City> AllCities => new()
    {
        WholeTable = true,
        Match = c => c.Number,
        Orphans = Orphans<City>.Delete,
    };

    // A city that is no longer listed stays, with the day on which it was missing first. When it is listed again, its row gets all of the list's values, so the day goes.
    private static BulkSynchronizeOptions<City> OneCountry(string country, DateTime day) => new()
    {
        Scope = cities => cities.Where(c => c.Country == country),
        Match = c => c.Number,
        Orphans = Orphans<City>.Update(c => new City { ClosedAt = c.ClosedAt ?? day }),
    };
}
