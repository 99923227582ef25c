using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace EFCore.MySqlBulk.Analyzers;

/// <summary>Warns of an asynchronous call that is not awaited, and of a stream that is never read. A call that is a statement of an asynchronous
/// method is left to the compiler, which warns of it (CS4014).</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LostResultAnalyzer : BulkCallAnalyzer
{
    private const string OfTask = "the call may still run when the context is used again or disposed of, and its failure is lost. Await it.";
    private const string OfStream = "nothing is read. Use await foreach.";

    private static readonly DiagnosticDescriptor Rule = new(
        "MYSQLBULK003",
        "The result of an asynchronous bulk call is lost",
        "Nothing uses what {0} returns: {1}",
        "Reliability",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true,
        "A context does one thing at a time, and is often disposed of when its method ends. Await the task of a bulk call, return it, or pass it on.",
        HelpLink.Address);

    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rule);

    private protected override void Check(IInvocationOperation call, OperationAnalysisContext context)
    {
        if (call.TargetMethod.ReturnType.Name is not ("Task" or "ValueTask" or "IAsyncEnumerable"))
            return;
        bool isTask = call.TargetMethod.ReturnType.Name != "IAsyncEnumerable";
        IOperation result = Result(call);
        if (IsLost(result) && !(isTask && result is IInvocationOperation && result.Parent is IExpressionStatementOperation && IsInAsynchronousCode(call, context.ContainingSymbol)))
            context.ReportDiagnostic(Diagnostic.Create(Rule, call.Syntax.GetLocation(), call.TargetMethod.Name, isTask ? OfTask : OfStream));
    }

    // The outermost expression that still has the call's value.
    private static IOperation Result(IOperation call)
    {
        IOperation result = call;
        while (result.Parent is { } parent && (parent is IConversionOperation or IConditionalAccessOperation or ICoalesceOperation or ISwitchExpressionArmOperation or ISwitchExpressionOperation
            || parent is IConditionalOperation either && either.Condition != result
            || parent is IInvocationOperation { TargetMethod.Name: "ConfigureAwait" } configured && configured.Instance == result))
        {
            result = parent;
        }

        return result;
    }

    private static bool IsLost(IOperation result) => result.Parent switch
    {
        IExpressionStatementOperation => true,
        ISimpleAssignmentOperation { Parent: IExpressionStatementOperation } assignment => assignment.Target switch
        {
            IDiscardOperation => true,
            ILocalReferenceOperation local => IsNeverRead(local.Local, local),
            _ => false,
        },
        IVariableInitializerOperation { Parent: IVariableDeclaratorOperation declared } => IsNeverRead(declared.Symbol, declared),
        _ => false,
    };

    private static bool IsNeverRead(ILocalSymbol local, IOperation place)
        => VariableValues.ReferencesTo(local, place).All(reference => reference.Parent is ISimpleAssignmentOperation assignment && assignment.Target == reference);

    // Lambdas and local functions are asynchronous or not on their own. Top-level statements always count as asynchronous.
    private static bool IsInAsynchronousCode(IOperation operation, ISymbol member)
    {
        for (IOperation? parent = operation.Parent; parent is not null; parent = parent.Parent)
        {
            if (parent is IAnonymousFunctionOperation lambda)
                return lambda.Symbol.IsAsync;
            if (parent is ILocalFunctionOperation local)
                return local.Symbol.IsAsync;
        }

        return member is IMethodSymbol { IsAsync: true } or { Name: WellKnownMemberNames.TopLevelStatementsEntryPointMethodName };
    }
}
