using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

internal sealed class ModelKeyFactory : IModelCacheKeyFactory
{
    public object Create(DbContext context, bool designTime) => (((ModelContext)context).Describe, designTime);
}
